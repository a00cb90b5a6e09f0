/** Below the title of a card: its state, and the one figure that matters. */
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import type { Column } from '../../../../common/entity/columns';
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

/** The image before the title of a card; that of a person belongs to its name. */
export function CardPicture({ columns, ...props }: CardSummaryProps) {
  if (props.entity.spec.pickerColumns?.picture !== undefined) return null;
  const picture = columns.find(({ kind, name }) => kind === 'image' && (props.cachedRow.row[name] ?? '') !== '');
  return (
    picture && (
      <Box data-picture sx={{ flex: 'none', pl: 4 }}>
        <CardValue {...props} column={picture} />
      </Box>
    )
  );
}
