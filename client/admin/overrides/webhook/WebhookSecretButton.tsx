/** Below "shown at" of a webhook: shows its secret once, to its owner, and rotates it afterwards. */
import { webhook } from '../../../../common/entities/webhook';
import type { BelowFieldProps } from '../../../engine/override';
import { useBootstrap } from '../../../shared/api/bootstrap';
import { SecretButton } from '../apiToken/SecretButton';

export function WebhookSecretButton({ rowId }: BelowFieldProps) {
  const { admin } = useBootstrap();
  return <SecretButton entity={webhook} rowId={rowId} canShow={(row) => row['admin_id'] === admin.id} />;
}
