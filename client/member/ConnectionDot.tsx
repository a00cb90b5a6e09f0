/** Members hear of the connection only while it is not as it should be. */
import { ConnectionSign } from '../shared/controls/ConnectionSign';
import { useConnectionWord } from '../shared/controls/useConnectionWord';

export function ConnectionDot() {
  const word = useConnectionWord();
  const { status } = word;
  return status === 'live' || status === 'connecting' || status === 'idle' ? null : <ConnectionSign {...word} />;
}
