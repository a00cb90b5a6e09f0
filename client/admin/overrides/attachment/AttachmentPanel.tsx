/** Attachment: preview, references, and the form of its record. */
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { attachment } from '../../../../common/entities/attachment';
import { EntityForm } from '../../../engine/form/EntityForm';
import type { PanelProps } from '../../../engine/override';
import { useOptimisticRow } from '../../../shared/store/useOptimisticRow';
import { asString, asInteger } from '../../../../common/json';
import { FileContentPreview } from './FileContentPreview';
import { ReferenceList } from './References';
import { referencesApi } from './referencesApi';

function AttachmentReferences({ id }: { readonly id: number }) {
  const { t } = useTranslation();
  const { data: references } = referencesApi.useReferencesQuery([id], { refetchOnMountOrArgChange: true });
  if (references === undefined) return <Skeleton variant="text" sx={{ mx: 4 }} />;
  return (
    <Box component="section" sx={{ flex: 'none', px: 4, pb: 3, maxHeight: 132, overflow: 'auto' }}>
      <Typography variant="subtitle2" component="h3">
        {references.length === 0 ? t('files.unused') : t('files.uses')}
      </Typography>
      {references.length > 0 && <ReferenceList references={references} />}
    </Box>
  );
}

export function AttachmentPanel({ id, onClose, onPage }: PanelProps) {
  const row = useOptimisticRow(attachment.name, id)?.row;
  const file = row && {
    url: asString(row['url'], 1000),
    name: asString(row['name'], 255),
    mimetype: asString(row['mimetype'], 100),
    size: asInteger(row['size']),
    width: asInteger(row['width']),
    height: asInteger(row['height']),
  };
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0, overflow: 'auto' }}>
      {file && file.url !== '' && <FileContentPreview file={file} />}
      <AttachmentReferences id={id} />
      <Box sx={{ flex: '1 0 360px', minHeight: 360, borderTop: 1, borderColor: 'divider' }}>
        <EntityForm entity={attachment} id={id} onClose={onClose} onCreated={onClose} onOpenAsPage={onPage} />
      </Box>
    </Box>
  );
}
