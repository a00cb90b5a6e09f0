/** Below "shown at" of an app: shows its secret once to those who may reset it, and rotates it afterwards. */
import { app } from '../../../../common/entities/app';
import type { BelowFieldProps } from '../../../engine/override';
import { usePermissions } from '../../../engine/usePermissions';
import { SecretButton } from '../apiToken/SecretButton';

export function ShowSecretButton({ rowId }: BelowFieldProps) {
  const { canRunAction } = usePermissions(app);
  return <SecretButton entity={app} rowId={rowId} canShow={() => canRunAction('reset_secret')} />;
}
