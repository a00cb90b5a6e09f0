/** Where a file is used, and what that means for whoever wants to delete it. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { useEntity } from '../../../engine/engineContext';
import { useTranslateTitle } from '../../../engine/data/useTranslateTitle';
import { useLanguage } from '../../../shared/i18n/i18n';
import { entityLabels } from '../../../../common/locales/entityLabels';
import { usesApi, type Use } from './usesApi';

function UseLine({ use }: { readonly use: Use }) {
  const entity = useEntity(use.entity);
  const lang = useLanguage();
  const say = useTranslateTitle(use.entity);
  const words = entity && entityLabels(entity, lang);
  const where = [words?.one ?? use.entity, words?.fields[use.field] ?? use.field].join(' · ');
  return (
    <Box component="li" sx={{ py: 0.5, overflowWrap: 'anywhere' }}>
      <Link underline="always" component={RouterLink} to={`/admin/${use.entity}?record=${use.id}`}>
        {use.title === '' ? `#${use.id}` : say(use.title)}
      </Link>
      <Typography component="span" variant="caption" sx={{ color: 'text.secondary' }}>{` — ${where}`}</Typography>
    </Box>
  );
}

export function UseList({ uses }: { readonly uses: readonly Use[] }) {
  const { t } = useTranslation();
  const hidden = uses.filter(({ id }) => id === 0).length;
  return (
    <Box component="ul" aria-label={t('files.uses')} sx={{ m: 0, pl: 5 }}>
      {uses
        .filter(({ id }) => id > 0)
        .map((use) => (
          <UseLine key={`${use.entity}/${use.id}/${use.field}`} use={use} />
        ))}
      {hidden > 0 && <li>{t('files.hidden_use', { count: hidden })}</li>}
    </Box>
  );
}

/** Within the question whether to delete: what would be missing where. */
export function RemoveNote({ ids }: { readonly ids: readonly number[] }) {
  const { t } = useTranslation();
  const { data: uses, isFetching } = usesApi.useUsesQuery(ids, { refetchOnMountOrArgChange: true });
  if (uses === undefined || isFetching) {
    return (
      <Typography component="output" variant="body2" sx={{ color: 'text.secondary' }}>
        {t('files.looking')}
      </Typography>
    );
  }
  if (uses.length === 0) return <Alert severity="info">{t('files.free_note')}</Alert>;
  return (
    <Alert severity="warning">
      {t(uses.some(({ held }) => held) ? 'files.held_warning' : 'files.shown_warning')}
      <UseList uses={uses} />
    </Alert>
  );
}
