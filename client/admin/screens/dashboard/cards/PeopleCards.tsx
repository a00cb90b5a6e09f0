/** Cards about people: own working time today, and online admins. */
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { CARD_KIND, type DashboardCard } from '../../../../../common/live/dashboardCards';
import { useFormatters } from '../../../../shared/i18n/format';
import { PERSON_COLORS } from '../../../../shared/theme/designTokens';
import { PersonAvatar } from '../../../../ui/PersonAvatar';
import { useMetricsState, useServerNow } from '../metrics/useMetric';
import { usePastDashboard } from '../metrics/pastDashboard';
import { CardContainer, Refused } from './CardContainer';
import { bigNumberStyle, captionStyle } from './metricStyles';
import { AnimatedNumber } from './AnimatedNumber';
import { useCardTitle } from './useCardLabels';

interface WorkingCardProps {
  readonly card: DashboardCard;
  /** Unix seconds; undefined until known. */
  readonly workSince: number | undefined;
}
export function PeopleCard(props: WorkingCardProps) {
  const titleId = useId();
  const title = useCardTitle()(props.card);
  const past = usePastDashboard();
  // Nobody records when people worked or were online.
  if (past !== undefined)
    return (
      <CardContainer title={title} titleId={titleId}>
        <Refused reason="no_history" />
      </CardContainer>
    );
  return props.card.kind === CARD_KIND.workingTime ? <WorkingCard {...props} /> : <OnlineCard card={props.card} />;
}

function WorkingCard({ card, workSince }: WorkingCardProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const title = useCardTitle()(card);
  const format = useFormatters();
  const now = useServerNow(1_000);
  const workedMinutes = Math.max(0, Math.floor((now - (workSince ?? now)) / 60));
  const [hours, minutes] = [Math.floor(workedMinutes / 60), workedMinutes % 60];
  return (
    <CardContainer title={title} titleId={titleId}>
      <Stack sx={{ flex: 1, justifyContent: 'space-between' }}>
        {workSince === undefined ? (
          <Skeleton width={96} height={36} />
        ) : (
          <Typography component="p" noWrap sx={bigNumberStyle}>
            {hours > 0 ? t('dashboard.hours', { hours, minutes }) : t('dashboard.minutes', { minutes })}
          </Typography>
        )}
        <Typography sx={captionStyle}>
          {workSince === undefined ? ' ' : t('dashboard.since', { time: format.time(workSince) })}
        </Typography>
      </Stack>
    </CardContainer>
  );
}

const MAX_AVATARS = 5;
function OnlineCard({ card }: { readonly card: DashboardCard }) {
  const { t } = useTranslation();
  const titleId = useId();
  const title = useCardTitle()(card);
  const format = useFormatters();
  const { online } = useMetricsState();
  const people = online?.people ?? [];
  return (
    <CardContainer title={title} titleId={titleId}>
      <Stack sx={{ flex: 1, justifyContent: 'space-between', minWidth: 0 }}>
        {online === undefined ? (
          <Skeleton width={64} height={36} />
        ) : (
          <Stack direction="row" sx={{ alignItems: 'center', gap: 3, minWidth: 0 }}>
            <Typography component="p" sx={bigNumberStyle}>
              <AnimatedNumber value={online.staff} formatValue={format.number} />
            </Typography>
            <Stack
              direction="row"
              component="ul"
              sx={{ m: 0, p: 0, listStyle: 'none', minWidth: 0, overflow: 'hidden' }}
            >
              {people.slice(0, MAX_AVATARS).map(({ id, name }, index) => (
                <Tooltip key={id} title={name}>
                  <Box
                    component="li"
                    sx={{ ml: index === 0 ? 0 : -1.5, border: 2, borderColor: 'background.paper', borderRadius: '50%' }}
                  >
                    <PersonAvatar id={id} name={name} size={26} colors={PERSON_COLORS} />
                  </Box>
                </Tooltip>
              ))}
            </Stack>
          </Stack>
        )}
        <Typography noWrap sx={captionStyle}>
          {online === undefined ? ' ' : t('dashboard.and_members', { count: online.members })}
        </Typography>
      </Stack>
    </CardContainer>
  );
}
