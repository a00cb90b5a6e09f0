/** The rows of a past list as cards for narrow screens. */
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { WireRow } from '../../../common/entity/projectRow';
import { useEntityLabels } from '../../shared/i18n/i18n';
import { chooseCardFields } from '../list/cards/CardFields';
import type { PastRowsProps } from './AsOfTable';
import { PastValue, usePastTitle } from './PastValue';

function Card({ list, row, onOpen }: PastRowsProps & { readonly row: WireRow }) {
  const { entity, columns, permissions } = list;
  const labels = useEntityLabels(entity);
  const title = usePastTitle(entity)(row);
  const { first } = chooseCardFields(entity, columns, permissions.readable);
  return (
    <Box
      component="li"
      data-id={row['id']}
      sx={{ listStyle: 'none', border: 1, borderColor: 'divider', borderRadius: '10px', bgcolor: 'background.paper' }}
    >
      <ButtonBase
        onClick={() => onOpen(Number(row['id']))}
        sx={{ width: '100%', minHeight: 44, px: 4, py: 2, justifyContent: 'flex-start', borderRadius: '10px' }}
      >
        <Typography component="span" sx={{ fontWeight: 600, textAlign: 'left', overflowWrap: 'anywhere' }}>
          {title}
        </Typography>
      </ButtonBase>
      <Box
        component="dl"
        sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', columnGap: 4, rowGap: 2, m: 0, px: 4, pb: 4 }}
      >
        {first.map((column) => (
          <Box key={column.name} sx={{ minWidth: 0 }}>
            <Typography component="dt" variant="caption" sx={{ color: 'text.secondary' }}>
              {labels.fields[column.name] ?? column.name}
            </Typography>
            <Box component="dd" sx={{ m: 0, minWidth: 0, overflow: 'hidden' }}>
              <PastValue entity={entity} column={column} row={row} />
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  );
}

export function AsOfCards(props: PastRowsProps) {
  const { entity, pastRows, isFetching } = props.list;
  const labels = useEntityLabels(entity);
  return (
    <Stack
      component="ul"
      data-rows
      aria-label={labels.many}
      aria-busy={isFetching}
      sx={{ gap: 3, m: 0, p: 4, overflow: 'auto', flex: 1, minHeight: 0 }}
    >
      {pastRows.map((row) => (
        <Card key={Number(row['id'])} {...props} row={row} />
      ))}
    </Stack>
  );
}
