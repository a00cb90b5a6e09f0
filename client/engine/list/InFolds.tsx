/** Chosen rows in folded branches: nobody sees them, and still everything done with the choice is done with them. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../common/entity/entity';
import type { ListModel } from './useListModel';
import { useRowTitle } from './useRowTitle';

const NAMED = 3;

function Name({ entity, id }: { readonly entity: AnyEntity; readonly id: number }) {
  return (
    <Box component="li" sx={{ display: 'inline', '& + &::before': { content: '" · "' } }}>
      {useRowTitle(entity, id)}
    </Box>
  );
}

interface InFoldsProps {
  readonly model: ListModel;
  /** What something is about to be done with. */
  readonly ids: readonly number[];
}
export function InFolds({ model: { entity, chosenInFolds }, ids }: InFoldsProps) {
  const { t } = useTranslation();
  const hidden = chosenInFolds.filter((id) => ids.includes(id));
  const count = hidden.length;
  if (count === 0) return null;
  return (
    <Typography
      component="div"
      aria-live="polite"
      sx={{ color: 'warning.main', minWidth: 0, overflowWrap: 'anywhere' }}
    >
      {t(count === ids.length ? 'lists.bulk.folded_all' : 'lists.bulk.folded', { count })}
      <Box component="ul" sx={{ display: 'inline', m: 0, ml: 1, p: 0 }}>
        {hidden.slice(0, NAMED).map((id) => (
          <Name key={id} entity={entity} id={id} />
        ))}
        {count > NAMED && (
          <Box component="li" sx={{ display: 'inline' }}>
            {` · +${count - NAMED}`}
          </Box>
        )}
      </Box>
    </Typography>
  );
}

/** Beside the number of chosen rows: says so, and shows them or lets go of them. */
export function ChosenInFolds({ model }: { readonly model: ListModel }) {
  const { t } = useTranslation();
  const { selected, here, select, chosenInFolds, unfold } = model;
  return (
    <>
      <InFolds model={model} ids={here} />
      <Button size="small" color="inherit" onClick={() => unfold(chosenInFolds)}>
        {t('lists.bulk.folded_show')}
      </Button>
      <Button size="small" color="inherit" onClick={() => select(selected.filter((id) => !chosenInFolds.includes(id)))}>
        {t('lists.bulk.folded_drop')}
      </Button>
    </>
  );
}
