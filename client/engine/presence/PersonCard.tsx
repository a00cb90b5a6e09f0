/** Details of a colleague: name, activity and since when. */
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useFormatters } from '../../shared/i18n/format';
import { useEntityLabels } from '../../shared/i18n/i18n';
import { usePresence } from '../../shared/presence/presenceContext';
import type { ColleagueTab, PresentColleague } from '../../shared/presence/presenceSlice';
import type { AnyEntity } from '../../../common/entity/entity';
import { PresenceAvatar } from './PresenceAvatar';

type FieldNames = Readonly<Record<string, string>>;
function activityText({ rowId, field }: ColleagueTab, fields: FieldNames, t: TFunction): string {
  if (field !== null) return t('presence.editing', { field: fields[field] ?? field });
  return t(rowId === null ? 'presence.listing' : 'presence.viewing');
}

export const colleagueName = ({ name, isSelf }: PresentColleague, t: TFunction): string =>
  isSelf ? t('presence.you_elsewhere') : name;

interface PersonCardProps {
  readonly colleague: PresentColleague;
  readonly entity: AnyEntity;
}
export function PersonCard({ colleague, entity }: PersonCardProps) {
  const { t } = useTranslation();
  const format = useFormatters();
  const { fields } = useEntityLabels(entity);
  const { tabs } = colleague;
  const ExtraFacts = usePresence()?.PersonDetails;
  return (
    <Stack direction="row" sx={{ gap: 3, alignItems: 'flex-start', py: 1, minWidth: 0 }}>
      <PresenceAvatar colleague={colleague} size={32} />
      <Box sx={{ minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600 }} noWrap>
          {colleagueName(colleague, t)}
        </Typography>
        {ExtraFacts && !colleague.isSelf && <ExtraFacts id={colleague.id} />}
        {tabs.length > 1 && (
          <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
            {t('presence.tabs', { count: tabs.length })}
          </Typography>
        )}
        {tabs.slice(0, 3).map((tab) => (
          <Typography key={tab.tabId} variant="body2" component="p">
            {activityText(tab, fields, t)}
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {' · '}
              {t('presence.since', { at: format.time(tab.field === null ? tab.since : (tab.focusedAt ?? tab.since)) })}
              {tab.idle === true && ` · ${t('presence.idle')}`}
            </Box>
          </Typography>
        ))}
      </Box>
    </Stack>
  );
}
