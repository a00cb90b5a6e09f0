/** Terminal as a screen. */
import { useSearchParams } from 'react-router';
import { isPermissionGranted, useBootstrap } from '../../shared/api/bootstrap';
import { useLazyTranslations } from '../../shared/i18n/useLazyTranslations';
import { Forbidden } from '../ErrorScreens';
import { TerminalPanel } from './TerminalPanel';

export function TerminalPage() {
  useLazyTranslations();
  const [params] = useSearchParams();
  const { permissions } = useBootstrap();
  if (!isPermissionGranted(permissions, 'terminal/index')) return <Forbidden />;
  const requestedTask = params.get('task') ?? undefined;
  return <TerminalPanel key={requestedTask ?? ''} requestedTask={requestedTask} />;
}
