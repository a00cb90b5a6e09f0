/** Edits all records that match the list: the same drawer as for selected rows, applied by a job. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListModel } from '../useListModel';
import { BulkConfirm, fieldsToConfirm } from './BulkConfirm';
import { BulkFields, bulkRequestBody, type BulkValues } from './BulkFields';
import { useBulkFaults } from './useBulkFaults';
import { useStartBulk } from './useStartBulk';

interface MatchingEditProps {
  readonly model: ListModel;
  readonly count: number;
  readonly onClose: () => void;
}
export function MatchingEdit({ model, count, onClose }: MatchingEditProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const { entity, permissions } = model;
  const [values, setValues] = useState<BulkValues>({});
  const [isConfirming, setIsConfirming] = useState(false);
  const { faults, validate, showRejection } = useBulkFaults(entity, values);
  const { start, isStarting } = useStartBulk(model);
  const send = async () => {
    setIsConfirming(false);
    const { isStarted, error } = await start({ verb: 'edit', ...bulkRequestBody(values) });
    if (isStarted) onClose();
    else showRejection(error);
  };
  const submit = () => {
    if (!validate()) return;
    if (fieldsToConfirm(entity, values).length > 0) setIsConfirming(true);
    else void send();
  };
  const canApply = permissions.can('update') && Object.keys(values).length > 0 && !isStarting;
  return (
    <Drawer
      open
      anchor="right"
      onClose={onClose}
      slotProps={{ paper: { role: 'dialog', 'aria-labelledby': titleId, sx: { width: 440, maxWidth: '100%' } } }}
    >
      <Typography id={titleId} variant="h3" component="h2" sx={{ px: 6, pt: 5, pb: 3 }}>
        {t('listControls.select.edit_title', { count })}
      </Typography>
      <Box sx={{ px: 6, flex: 1, overflow: 'auto' }}>
        <BulkFields model={model} values={values} faults={faults} onChange={setValues} />
      </Box>
      <Stack
        direction="row"
        sx={{ gap: 3, px: 6, py: 4, borderTop: 1, borderColor: 'divider', justifyContent: 'flex-end' }}
      >
        <Button color="inherit" disabled={isStarting} onClick={onClose}>
          {t('lists.bulk.close')}
        </Button>
        <Button variant="contained" disabled={!canApply} onClick={submit}>
          {t('lists.bulk.apply')}
        </Button>
      </Stack>
      {isConfirming && (
        <BulkConfirm
          entity={entity}
          values={values}
          count={count}
          onCancel={() => setIsConfirming(false)}
          onConfirm={() => void send()}
        />
      )}
    </Drawer>
  );
}
