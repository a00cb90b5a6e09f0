/** In the place of a page that a rule embeds and no frame ever shows: says so, and opens it by itself where that is safe. */
import Web from '@mui/icons-material/WebOutlined';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/EmptyState';
import { useLazyTranslations } from '../i18n/useLazyTranslations';

/** A page over http or of this site; nothing that runs or reads. */
const SAFE_LINK = /^(?:https?:\/\/|\/(?![/\\]))/i;

export function BlockedPage({ url }: { readonly url: string }) {
  useLazyTranslations();
  const { t } = useTranslation();
  const isSafeLink = SAFE_LINK.test(url);
  return (
    <EmptyState
      icon={<Web />}
      level="h1"
      title={t('embed.barred')}
      help={t(isSafeLink ? 'embed.barred_help' : 'embed.barred_dead')}
      action={
        isSafeLink ? (
          <Button component="a" href={url} target="_blank" rel="noopener noreferrer" variant="contained">
            {t('embed.open')}
          </Button>
        ) : undefined
      }
    />
  );
}
