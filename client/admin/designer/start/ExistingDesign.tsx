/** Asks what to do when the table already has a design: open it, or replace its fields. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useTranslation } from 'react-i18next';
import { asRecord } from '../../../../common/json';
import { isCallFault } from '../../../shared/api/faults';

/** The id of the design that a refused start found; undefined for other errors. */
export function findExistingDesign(error: unknown): number | undefined {
  const design = isCallFault(error) ? asRecord(error.data)?.['design'] : undefined;
  return typeof design === 'number' ? design : undefined;
}

interface ExistingDesignProps {
  readonly message: string;
  readonly onOpen: () => void;
  readonly onReplace: () => void;
}
export function ExistingDesign({ message, onOpen, onReplace }: ExistingDesignProps) {
  const { t } = useTranslation();
  return (
    <Alert severity="warning">
      {message}
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 2, mt: 2 }}>
        <Button size="small" variant="outlined" onClick={onOpen}>
          {t('designerScreen.start.open_existing')}
        </Button>
        <Button size="small" variant="outlined" color="error" onClick={onReplace}>
          {t('designerScreen.start.replace_existing')}
        </Button>
      </Stack>
    </Alert>
  );
}
