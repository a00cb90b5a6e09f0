/** The daily check-in: pending at once, the figure moves only with the server's entry, a refusal says why. */
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LookOnly } from '../../care/LookOnly';
import { useSending } from '../../useSending';
import { checkInOf, type CheckInState } from './overviewApi';

/** What the check-in itself answered is ahead of the rest, until the rest has it too or the day is over. */
const newest = (state: CheckInState | undefined, answered: CheckInState | undefined): CheckInState | undefined =>
  answered?.today && state?.today === false && answered.until === state.until ? answered : state;

export function CheckIn({ state }: { readonly state: CheckInState | undefined }) {
  const { t } = useTranslation();
  const { send, busy } = useSending();
  const [answered, setAnswered] = useState<CheckInState>();
  if (state?.open === false) return null;
  const now = newest(state, answered);
  const act = async () => {
    const { ok, data } = await send('/api/account/dailyCheckIn', {}, { shown: [] });
    if (ok) setAnswered(checkInOf(data['checkIn']));
  };
  return (
    <Card component="section" aria-label={t('wealth.check_in.title')} sx={{ p: 6, minWidth: 0 }}>
      <Typography sx={{ color: 'text.secondary', lineHeight: '28px', mb: 1 }}>{t('wealth.check_in.title')}</Typography>
      {now === undefined ? (
        <Skeleton height={64} />
      ) : (
        <>
          <LookOnly>
            <Button
              variant="contained"
              fullWidth
              disabled={now.today || busy}
              onClick={() => void act()}
              sx={{ mb: 2 }}
            >
              {now.today
                ? t('wealth.check_in.done')
                : busy
                  ? t('wealth.check_in.pending')
                  : t('wealth.check_in.action', { points: now.next })}
            </Button>
          </LookOnly>
          <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
            {now.streak > 0
              ? t('wealth.check_in.streak', { count: now.streak })
              : t(now.grows ? 'wealth.check_in.first' : 'wealth.check_in.daily')}
            {now.today && ` · ${t('wealth.check_in.tomorrow', { points: now.next })}`}
          </Typography>
        </>
      )}
    </Card>
  );
}
