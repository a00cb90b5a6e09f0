/** In the place of a page that a rule embeds and no frame ever shows: says so, and opens it by itself where that is safe. */
import Web from '@mui/icons-material/WebOutlined';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../ui/EmptyState';
import { useLaterWords } from './useLaterWords';

/** A page over http or of this site; nothing that runs or reads. */
const OPENS = /^(?:https?:\/\/|\/(?![/\\]))/i;

export function BarredPage({ url }: { readonly url: string }) {
  useLaterWords();
  const { t } = useTranslation();
  const opens = OPENS.test(url);
  return (
    <EmptyState
      icon={<Web />}
      level="h1"
      title={t('embed.barred')}
      help={t(opens ? 'embed.barred_help' : 'embed.barred_dead')}
      action={
        opens ? (
          <Button component="a" href={url} target="_blank" rel="noopener noreferrer" variant="contained">
            {t('embed.open')}
          </Button>
        ) : undefined
      }
    />
  );
}
