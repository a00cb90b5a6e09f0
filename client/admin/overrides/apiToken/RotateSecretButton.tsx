/** Button that gives a record a new secret; the previous one is valid for a day longer. Only for readers who may rotate it. */
import Button from '@mui/material/Button';
import type { AnyEntity } from '../../../../common/entity/entity';
import { rowsApi } from '../../../engine/data/rowsApi';
import { usePermissions } from '../../../engine/usePermissions';
import { useEntityLabels } from '../../../shared/i18n/i18n';

const ACTION = 'rotate_secret';

export function RotateSecretButton({ entity, id }: { readonly entity: AnyEntity; readonly id: number }) {
  const { canRunAction } = usePermissions(entity);
  const { actions } = useEntityLabels(entity);
  const [run, { isLoading }] = rowsApi.useActMutation();
  if (!canRunAction(ACTION)) return null;
  return (
    <Button
      size="small"
      variant="outlined"
      loading={isLoading}
      sx={{ mt: 1 }}
      onClick={() => void run({ e: entity.name, id, action: ACTION, announce: true })}
    >
      {actions[ACTION]}
    </Button>
  );
}
