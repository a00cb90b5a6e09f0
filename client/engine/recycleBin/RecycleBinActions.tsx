/** Actions on deleted rows: per row and for the selection. */
import PurgeIcon from '@mui/icons-material/DeleteForeverOutlined';
import RestoreIcon from '@mui/icons-material/RestoreFromTrashOutlined';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../common/entity/entity';
import { useRowTitle } from '../data/useRowTitle';
import type { EntityPermissions } from '../usePermissions';
import { PurgeDialog } from './PurgeDialog';
import { useRecycleBin } from './useRecycleBin';

interface RecycleBinRowActionsProps {
  readonly entity: AnyEntity;
  readonly permissions: EntityPermissions;
  readonly id: number;
}
export function RecycleBinRowActions({ entity, permissions, id }: RecycleBinRowActionsProps) {
  const { t } = useTranslation();
  const title = useRowTitle(entity, id);
  const recycleBin = useRecycleBin(entity);
  const [isAsking, setIsAsking] = useState(false);
  const purge = async () => {
    await recycleBin.purge([id]);
    setIsAsking(false);
  };
  return (
    <>
      <IconButton
        size="small"
        aria-label={t('recycleBin.restore_row', { title })}
        title={t('recycleBin.restore')}
        disabled={recycleBin.isBusy}
        onClick={() => void recycleBin.restore([id])}
      >
        <RestoreIcon fontSize="small" />
      </IconButton>
      {permissions.canRunAction('purge') && (
        <IconButton
          size="small"
          aria-label={t('recycleBin.purge_row', { title })}
          title={t('recycleBin.purge')}
          onClick={() => setIsAsking(true)}
        >
          <PurgeIcon fontSize="small" />
        </IconButton>
      )}
      {isAsking && (
        <PurgeDialog
          entity={entity}
          ids={[id]}
          isBusy={recycleBin.isBusy}
          onClose={() => setIsAsking(false)}
          onConfirm={() => void purge()}
        />
      )}
    </>
  );
}

interface RecycleBinBulkActionsProps {
  readonly entity: AnyEntity;
  readonly permissions: EntityPermissions;
  readonly ids: readonly number[];
  readonly onDone: () => void;
}
export function RecycleBinBulkActions({ entity, permissions, ids, onDone }: RecycleBinBulkActionsProps) {
  const { t } = useTranslation();
  const recycleBin = useRecycleBin(entity);
  const [isAsking, setIsAsking] = useState(false);
  const restore = async () => {
    if (await recycleBin.restore(ids)) onDone();
  };
  const purge = async () => {
    const finish = await recycleBin.purge(ids);
    setIsAsking(false);
    if (finish) onDone();
  };
  const isDisabled = ids.length === 0 || recycleBin.isBusy;
  return (
    <>
      <Button
        size="small"
        color="inherit"
        startIcon={<RestoreIcon />}
        disabled={isDisabled}
        onClick={() => void restore()}
      >
        {t('recycleBin.restore')}
      </Button>
      {permissions.canRunAction('purge') && (
        <Button
          size="small"
          color="error"
          startIcon={<PurgeIcon />}
          disabled={isDisabled}
          onClick={() => setIsAsking(true)}
        >
          {t('recycleBin.purge')}
        </Button>
      )}
      {isAsking && (
        <PurgeDialog
          entity={entity}
          ids={ids}
          isBusy={recycleBin.isBusy}
          onClose={() => setIsAsking(false)}
          onConfirm={() => void purge()}
        />
      )}
    </>
  );
}
