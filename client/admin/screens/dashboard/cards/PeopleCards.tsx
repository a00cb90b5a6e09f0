/** Cards about people: since when one is at work today, and who is connected just now. */
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Card } from '../../../../../common/live/dashboardCards';
import { useFormatters } from '../../../../shared/i18n/format';
import { PERSON_COLOURS } from '../../../../shared/theme/designTokens';
import { PersonAvatar } from '../../../../ui/PersonAvatar';
import { useKnown, useServerNow } from '../figures/useFigure';
import { CardFrame } from './CardFrame';
import { big, small } from './figureLooks';
import { Rolling } from './Rolling';
import { useCardTitle } from './useCardWords';

interface WorkingCardProps {
  readonly card: Card;
  /** Unix seconds; undefined until it is known. */
  readonly since: number | undefined;
}
export function WorkingCard({ card, since }: WorkingCardProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const title = useCardTitle()(card);
  const format = useFormatters();
  const now = useServerNow(1_000);
  const worked = Math.max(0, Math.floor((now - (since ?? now)) / 60));
  const [hours, minutes] = [Math.floor(worked / 60), worked % 60];
  return (
    <CardFrame {...{ title, titleId }}>
      <Stack sx={{ flex: 1, justifyContent: 'space-between' }}>
        {since === undefined ? (
          <Skeleton width={96} height={36} />
        ) : (
          <Typography component="p" noWrap sx={big}>
            {hours > 0 ? t('dashboard.hours', { hours, minutes }) : t('dashboard.minutes', { minutes })}
          </Typography>
        )}
        <Typography sx={small}>
          {since === undefined ? ' ' : t('dashboard.since', { time: format.time(since) })}
        </Typography>
      </Stack>
    </CardFrame>
  );
}

const FACES = 5;
export function OnlineCard({ card }: { readonly card: Card }) {
  const { t } = useTranslation();
  const titleId = useId();
  const title = useCardTitle()(card);
  const format = useFormatters();
  const { online } = useKnown();
  const people = online?.people ?? [];
  return (
    <CardFrame {...{ title, titleId }}>
      <Stack sx={{ flex: 1, justifyContent: 'space-between', minWidth: 0 }}>
        {online === undefined ? (
          <Skeleton width={64} height={36} />
        ) : (
          <Stack direction="row" sx={{ alignItems: 'center', gap: 3, minWidth: 0 }}>
            <Typography component="p" sx={big}>
              <Rolling value={online.staff} say={format.number} />
            </Typography>
            <Stack
              direction="row"
              component="ul"
              sx={{ m: 0, p: 0, listStyle: 'none', minWidth: 0, overflow: 'hidden' }}
            >
              {people.slice(0, FACES).map(({ id, name }, at) => (
                <Tooltip key={id} title={name}>
                  <Box
                    component="li"
                    sx={{ ml: at === 0 ? 0 : -1.5, border: 2, borderColor: 'background.paper', borderRadius: '50%' }}
                  >
                    <PersonAvatar id={id} name={name} size={26} colours={PERSON_COLOURS} />
                  </Box>
                </Tooltip>
              ))}
            </Stack>
          </Stack>
        )}
        <Typography noWrap sx={small}>
          {online === undefined ? ' ' : t('dashboard.and_members', { count: online.members })}
        </Typography>
      </Stack>
    </CardFrame>
  );
}
