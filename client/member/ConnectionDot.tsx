/** Members hear of the connection only while it is not as it should be. */
import { useTranslation } from 'react-i18next';
import { selectConnection } from '../shared/connection';
import { ConnectionSign } from '../shared/controls/ConnectionSign';
import { useAppSelector } from '../shared/createStore';

export function ConnectionDot() {
  const { t } = useTranslation();
  const { status } = useAppSelector(selectConnection);
  if (status === 'live' || status === 'connecting' || status === 'idle') return null;
  return <ConnectionSign status={status} title={t(`shell.live.hint.${status}`)} />;
}
