/** The button of a list that opens the import, for those who can add or edit its records. */
import UploadIcon from '@mui/icons-material/FileUploadOutlined';
import IconButton from '@mui/material/IconButton';
import { Suspense, useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keepsHistory } from '../../../../common/definition/keepsHistory';
import type { AnyEntity } from '../../../../common/entity/entity';
import { usePermissions } from '../../usePermissions';
import { ImportDialogContext } from './importContext';

export function ImportItem({ entity }: { readonly entity: AnyEntity }) {
  const { t } = useTranslation();
  const renderDialog = useContext(ImportDialogContext);
  const permissions = usePermissions(entity);
  const [isOpen, setIsOpen] = useState(false);
  const isAllowed = permissions.can('create') || permissions.can('update');
  if (renderDialog === null || !isAllowed || !keepsHistory(entity)) return null;
  const label = t('imports.action');
  return (
    <>
      <IconButton aria-label={label} title={label} onClick={() => setIsOpen(true)}>
        <UploadIcon fontSize="small" />
      </IconButton>
      {isOpen && <Suspense>{renderDialog({ entity, onClose: () => setIsOpen(false) })}</Suspense>}
    </>
  );
}
