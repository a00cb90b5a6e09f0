/**
 * The daily check-in: its button is disabled while the request runs, the balance changes with the live entry, and a refusal shows its
 * reason.
 */
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ReadOnlyDuringSupport } from '../../support/ReadOnlyDuringSupport';
import { useFormSubmit } from '../../useFormSubmit';
import { parseCheckIn, type CheckInState } from './overviewApi';

/** The response of the check-in request is newer than the overview, until the overview is refetched or the day ends. */
const newestState = (
  state: CheckInState | undefined,
  checkInResponse: CheckInState | undefined,
): CheckInState | undefined =>
  checkInResponse?.isDoneToday && state?.isDoneToday === false && checkInResponse.dayEndsAt === state.dayEndsAt
    ? checkInResponse
    : state;

export function CheckIn({ state }: { readonly state: CheckInState | undefined }) {
  const { t } = useTranslation();
  const { send, isBusy } = useFormSubmit();
  const [checkInResponse, setCheckInResponse] = useState<CheckInState>();
  if (state?.isOpen === false) return null;
  const current = newestState(state, checkInResponse);
  const checkIn = async () => {
    const { isOk, data } = await send('/api/account/dailyCheckIn', {}, { shownFields: [] });
    if (isOk) setCheckInResponse(parseCheckIn(data['checkIn']));
  };
  return (
    <Card component="section" aria-label={t('balance.check_in.title')} sx={{ p: 6, minWidth: 0 }}>
      <Typography sx={{ color: 'text.secondary', lineHeight: '28px', mb: 1 }}>{t('balance.check_in.title')}</Typography>
      {current === undefined ? (
        <Skeleton height={64} />
      ) : (
        <>
          <ReadOnlyDuringSupport>
            <Button
              variant="contained"
              fullWidth
              disabled={current.isDoneToday || isBusy}
              onClick={() => void checkIn()}
              sx={{ mb: 2 }}
            >
              {current.isDoneToday
                ? t('balance.check_in.done')
                : isBusy
                  ? t('balance.check_in.pending')
                  : t('balance.check_in.action', { points: current.nextPoints })}
            </Button>
          </ReadOnlyDuringSupport>
          <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
            {current.streak > 0
              ? t('balance.check_in.streak', { count: current.streak })
              : t(current.hasStreakBonus ? 'balance.check_in.first' : 'balance.check_in.daily')}
            {current.isDoneToday && ` · ${t('balance.check_in.tomorrow', { points: current.nextPoints })}`}
          </Typography>
        </>
      )}
    </Card>
  );
}
