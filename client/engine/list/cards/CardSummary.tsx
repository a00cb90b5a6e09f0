/** Below the title of a card: its state, and the one figure that matters. */
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../../../common/entity/columns';
import type { AnyEntity } from '../../../../common/entity/entity';
import type { WireRow } from '../../../../common/entity/projectRow';
import { readStoredFiles, Thumbnail } from '../../fieldTypes/cells/Thumbnail';
import { useEntityLabels } from '../../../shared/i18n/i18n';
import { CardValue, chooseCardFields, type CardValueProps } from './CardFields';

interface CardSummaryProps extends Omit<CardValueProps, 'column'> {
  readonly columns: readonly Column[];
}
export function CardSummary({ columns, ...props }: CardSummaryProps) {
  const { entity, permissions } = props;
  const labels = useEntityLabels(entity);
  const { state, figure } = chooseCardFields(entity, columns, permissions.readable);
  if (state === undefined && figure === undefined) return null;
  const getLabel = ({ name }: Column) => labels.fields[name] ?? name;
  return (
    <Stack direction="row" data-summary sx={{ alignItems: 'center', gap: 3, px: 4, pb: 2, minWidth: 0 }}>
      {state && (
        <Box role="group" aria-label={getLabel(state)} data-state sx={{ minWidth: 0 }}>
          <CardValue {...props} column={state} />
        </Box>
      )}
      {figure && (
        <Box
          role="group"
          aria-label={getLabel(figure)}
          data-figure
          // The cell may hold a button beside the amount, so it gets all the space that is left.
          sx={{ flex: 1, minWidth: 120, textAlign: 'right', fontWeight: 600, fontSize: '1.0625rem' }}
        >
          <CardValue {...props} column={figure} />
        </Box>
      )}
    </Stack>
  );
}

export const PICTURE_SIZE = 56;
interface CardPictureProps {
  readonly entity: AnyEntity;
  readonly columns: readonly Column[];
  readonly row: WireRow;
}
/** The image at the left of a card; that of a person belongs to its name. */
export function CardPicture({ entity, columns, row }: CardPictureProps) {
  const { t } = useTranslation();
  const labels = useEntityLabels(entity);
  if (entity.spec.pickerColumns?.picture !== undefined) return null;
  const picture = columns.find(({ kind, name }) => kind === 'image' && readStoredFiles(row[name] ?? null).length > 0);
  const storedFile = picture && readStoredFiles(row[picture.name] ?? null)[0];
  if (picture === undefined || storedFile === undefined) return null;
  const label = t('engine.field.picture_of', { field: labels.fields[picture.name] ?? picture.name });
  return (
    <Box data-picture sx={{ flex: 'none', pl: 4, pt: 3, lineHeight: 0 }}>
      <Thumbnail storedFile={storedFile} label={label} size={PICTURE_SIZE} />
    </Box>
  );
}
