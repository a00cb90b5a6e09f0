/** The main action for a plugin: buy it, download it, review the package that waits, or open the module. */
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import type { ShownMarketDetail } from '../../../../common/modules/market';
import { APP_PATHS } from '../../../shared/routing/safeRedirects';
import { marketApi } from './marketApi';

interface PluginActionProps {
  readonly detail: ShownMarketDetail;
  readonly source: number;
  readonly isLinked: boolean;
  /** Whether the source accepts the linked account. */
  readonly canBuy: boolean;
  readonly onLink: () => void;
  readonly onBuy: () => void;
}
export function PluginAction({ detail, source, isLinked, canBuy, onLink, onBuy }: PluginActionProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [download, { isLoading }] = marketApi.useDownloadPluginMutation();
  const { id, version, local } = detail;
  const modulePath = `${APP_PATHS.admin.home}/module/${local.moduleId}`;
  const isWaiting = local.state === 'init';
  const isDone = local.version !== '' && !local.hasUpdate;
  if (isWaiting || isDone)
    return (
      <Button variant="contained" component={Link} to={isWaiting ? `${modulePath}?review=1` : modulePath}>
        {t(isWaiting ? 'market.actions.review' : 'market.actions.open')}
      </Button>
    );
  if (!local.isOwned && !isLinked)
    return (
      <>
        <Typography variant="body2">{t('market.detail.unlinked')}</Typography>
        <Button variant="contained" onClick={onLink}>
          {t('market.account.link')}
        </Button>
      </>
    );
  if (!local.isOwned)
    return (
      <Button variant="contained" disabled={!canBuy} onClick={onBuy}>
        {t('market.actions.buy')}
      </Button>
    );
  const fetchPackage = async () => {
    const { data: moduleId } = await download({ source, id, version });
    if (moduleId !== undefined) void navigate(`${APP_PATHS.admin.home}/module/${moduleId}?review=1`);
  };
  return (
    <Button variant="contained" loading={isLoading} onClick={() => void fetchPackage()}>
      {local.hasUpdate ? t('market.actions.update', { version }) : t('market.actions.install')}
    </Button>
  );
}
