/** What one may know of a colleague at a glance: the name, what is being done, since when. */
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { TabHere } from '../../../common/protocol/live';
import { useFormat } from '../../shared/format';
import { useWords } from '../../shared/i18n';
import { useDesk } from '../../shared/presence/desk';
import type { Colleague } from '../../shared/presence/slice';
import type { AnyEntity } from '../../../common/entity/entity';
import { PresenceAvatar } from './PresenceAvatar';

type FieldNames = Readonly<Record<string, string>>;
function doing({ id, f }: TabHere, fields: FieldNames, t: TFunction): string {
  if (f !== null) return t('presence.editing', { field: fields[f] ?? f });
  return t(id === null ? 'presence.listing' : 'presence.viewing');
}

export const nameOf = ({ name, self }: Colleague, t: TFunction): string => (self ? t('presence.you_elsewhere') : name);

interface PersonCardProps {
  readonly colleague: Colleague;
  readonly entity: AnyEntity;
}
export function PersonCard({ colleague, entity }: PersonCardProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { fields } = useWords(entity);
  const { tabs } = colleague;
  const Facts = useDesk()?.Facts;
  return (
    <Stack direction="row" sx={{ gap: 3, alignItems: 'flex-start', py: 1, minWidth: 0 }}>
      <PresenceAvatar colleague={colleague} size={32} />
      <Box sx={{ minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600 }} noWrap>
          {nameOf(colleague, t)}
        </Typography>
        {Facts && !colleague.self && <Facts id={colleague.id} />}
        {tabs.length > 1 && (
          <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
            {t('presence.tabs', { count: tabs.length })}
          </Typography>
        )}
        {tabs.slice(0, 3).map((tab) => (
          <Typography key={tab.s} variant="body2" component="p">
            {doing(tab, fields, t)}
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {' · '}
              {t('presence.since', { at: format.clock(tab.f === null ? tab.since : (tab.fs ?? tab.since)) })}
              {tab.idle === true && ` · ${t('presence.idle')}`}
            </Box>
          </Typography>
        ))}
      </Box>
    </Stack>
  );
}
