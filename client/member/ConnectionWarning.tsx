/** Shows the connection status to members, only while it is not live. */
import { ConnectionBadge } from '../shared/controls/ConnectionBadge';
import { useConnectionText } from '../shared/controls/useConnectionText';

export function ConnectionWarning() {
  const connectionText = useConnectionText();
  const { status } = connectionText;
  return status === 'live' || status === 'connecting' || status === 'idle' ? null : (
    <ConnectionBadge {...connectionText} />
  );
}
