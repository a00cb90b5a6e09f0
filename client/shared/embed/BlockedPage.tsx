/** Takes the place of a page that cannot be embedded, and offers to open it in a new tab if that is safe. */
import Web from '@mui/icons-material/WebOutlined';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/EmptyState';
import { useLazyTranslations } from '../i18n/useLazyTranslations';

/** Whether the address is http(s) or of this site; other schemes are not opened. */
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
