/** Members hear of the connection only while it is not as it should be. */
import { ConnectionBadge } from '../shared/controls/ConnectionBadge';
import { useConnectionText } from '../shared/controls/useConnectionText';

export function ConnectionWarning() {
  const connectionText = useConnectionText();
  const { status } = connectionText;
  return status === 'live' || status === 'connecting' || status === 'idle' ? null : (
    <ConnectionBadge {...connectionText} />
  );
}
