/** The same change to all chosen rows: choose fields, say values, see row by row what became of it. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Drawer from '@mui/material/Drawer';
import FormControlLabel from '@mui/material/FormControlLabel';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'react-redux';
import type { Json } from '../../../common/entity/field';
import type { Column } from '../../../common/entity/meta';
import { useAppSelector } from '../../shared/createStore';
import { selectTable, type EntitiesHolder } from '../../shared/entities';
import { useWords } from '../../shared/i18n';
import { selectHere } from '../../shared/presence/slice';
import { visuallyHidden } from '../kinds/cells';
import { viewOf } from '../kinds/index';
import { bulkApi, type BulkEdited } from '../bulkApi';
import { useUndo } from '../undo/useUndo';
import { InFolds } from './InFolds';
import { leftOf } from './leftOf';
import { LeftRows } from './LeftRows';
import type { ListModel } from './useListModel';

type Values = Readonly<Record<string, Json>>;
const mayChange = ({ rights }: ListModel, name: string) => rights.may('update') && rights.writable.has(name);
/** What stands for many rows alike: nothing unique, no files, no long texts, no secrets. */
const changeable = ({ rights, entity }: ListModel): readonly Column[] =>
  rights.columns.filter(
    (column) =>
      rights.writable.has(column.name) &&
      column.name in entity.spec.fields &&
      !column.long &&
      !column.readonly &&
      column.options.unique !== true &&
      column.name !== entity.spec.tree &&
      !['image', 'images', 'file', 'files', 'password', 'rich_text', 'json', 'key_values'].includes(column.kind),
  );
/** What was chosen while it could be stays, to be read. */
const offered = (model: ListModel, values: Values): readonly Column[] =>
  model.rights.columns.filter(({ name }) => name in values || changeable(model).some((column) => column.name === name));

interface FieldProps {
  readonly model: ListModel;
  readonly column: Column;
  readonly values: Values;
  readonly onChange: (values: Values) => void;
}
function Field({ model, column, values, onChange }: FieldProps) {
  const id = useId();
  const words = useWords(model.entity);
  const label = words.fields[column.name] ?? column.name;
  const chosen = column.name in values;
  const { Input } = viewOf(column.kind);
  const toggle = () => {
    const { [column.name]: _left, ...others } = values;
    onChange(chosen ? others : { ...values, [column.name]: column.kind === 'switch' ? 0 : null });
  };
  return (
    <Box>
      <FormControlLabel control={<Checkbox checked={chosen} onChange={toggle} />} label={label} />
      {chosen && (
        <Box sx={{ pl: 8, pb: 2 }}>
          <Box component="label" htmlFor={id} id={`${id}-label`} sx={visuallyHidden}>
            {label}
          </Box>
          <Input
            entity={model.entity}
            column={column}
            value={values[column.name] ?? null}
            onChange={(value) => onChange({ ...values, [column.name]: value })}
            id={id}
            labelId={`${id}-label`}
            label={label}
            describedBy={undefined}
            disabled={!mayChange(model, column.name)}
            invalid={false}
            rowId={null}
          />
        </Box>
      )}
    </Box>
  );
}

function Results({ model, done }: { readonly model: ListModel; readonly done: BulkEdited }) {
  const { t } = useTranslation();
  const left = [...leftOf(t, done.skipped), ...done.failed];
  const said = t('lists.bulk.done', { count: done.ids.length + done.same.length });
  return (
    <Box>
      <Typography component="output" sx={{ display: 'block' }}>
        {left.length === 0 ? said : `${said} · ${t('lists.bulk.review', { count: left.length })}`}
      </Typography>
      <LeftRows entity={model.entity} rows={left} />
    </Box>
  );
}

interface BulkEditProps {
  readonly model: ListModel;
  /** The chosen rows one can still see. */
  readonly ids: readonly number[];
  readonly onClose: () => void;
}
function useBulk({ model, ids: asked, onClose }: BulkEditProps) {
  const { t } = useTranslation();
  const { entity } = model;
  const store = useStore<EntitiesHolder>();
  const { offer } = useUndo();
  const [opened] = useState(asked);
  // What the person saw when it decided: rows others change from here on are left alone.
  const [revisions] = useState(() => {
    const table = selectTable(entity.name)(store.getState());
    return Object.fromEntries(asked.flatMap((id) => (table?.[id] ? [[id, table[id].v] as const] : [])));
  });
  const [values, setValues] = useState<Values>({});
  const [apply, { data: done, isLoading }] = bulkApi.useUpdateManyMutation();
  // The message with its Undo would lie over the buttons of the drawer: it waits until the drawer is gone.
  const leave = (told: BulkEdited | undefined) => {
    if (told && told.ids.length > 0) offer(t('lists.bulk.done', { count: told.ids.length }), told.cid);
    if (told) model.select([]);
    onClose();
  };
  const [sent, setSent] = useState<readonly number[] | null>(null);
  // Rows that go while one chooses are not changed; once it is sent, they may also go by that.
  const ids = sent ?? opened.filter((id) => asked.includes(id));
  const run = async () => {
    setSent(ids);
    const { data } = await apply({ e: entity.name, ids, set: values, revisions });
    if (!data) setSent(null);
    if (data && data.skipped.length + data.failed.length === 0) leave(data);
  };
  return { ids, count: ids.length, values, setValues, done, isLoading, run, close: () => leave(done) };
}

function BulkFields({ model, values, onChange }: Omit<FieldProps, 'column'>) {
  const { t } = useTranslation();
  const columns = offered(model, values);
  return (
    <Stack sx={{ gap: 1 }}>
      <Typography sx={{ color: 'text.secondary', pb: 2 }}>
        {columns.length === 0 ? t('lists.bulk.none') : t('lists.bulk.fields')}
      </Typography>
      {columns.map((column) => (
        <Field key={column.name} model={model} column={column} values={values} onChange={onChange} />
      ))}
    </Stack>
  );
}

/** Chosen rows somebody else has open right now: what he types there is not lost, but he will be asked. */
function OpenByOthers({ model, ids }: { readonly model: ListModel; readonly ids: readonly number[] }) {
  const { t } = useTranslation();
  const here = useAppSelector(selectHere);
  if (here.e !== model.entity.name) return null;
  const at = ids
    .map((id) => (here.rows.get(id) ?? []).filter(({ self }) => !self))
    .filter((people) => people.length > 0);
  const names = [...new Set(at.flat().map(({ name }) => name))].join(t('lists.bulk.and'));
  return at.length === 0 ? null : (
    <Typography component="output" sx={{ display: 'block', color: 'warning.main', px: 6, pb: 3 }}>
      {t('lists.bulk.open', { count: at.length, names })}
    </Typography>
  );
}

export function BulkEdit(props: BulkEditProps) {
  const { model } = props;
  const { t } = useTranslation();
  const titleId = useId();
  const { ids, count, values, setValues, done, isLoading, run, close } = useBulk(props);
  const chosen = Object.keys(values).length;
  // Rights may go while one chooses; what was chosen stays to be read.
  const barred = !done && (!model.rights.may('update') || !Object.keys(values).every((name) => mayChange(model, name)));
  return (
    <Drawer
      open
      anchor="right"
      onClose={close}
      slotProps={{ paper: { role: 'dialog', 'aria-labelledby': titleId, sx: { width: 440, maxWidth: '100%' } } }}
    >
      <Typography id={titleId} variant="h3" component="h2" sx={{ px: 6, pt: 5, pb: 3 }}>
        {t('lists.bulk.title', { count })}
      </Typography>
      {!done && (
        <Box sx={{ px: 6 }}>
          <InFolds model={model} ids={ids} />
        </Box>
      )}
      {!done && <OpenByOthers model={model} ids={ids} />}
      <Box sx={{ px: 6, flex: 1, overflow: 'auto' }}>
        {done ? (
          <Results model={model} done={done} />
        ) : (
          <BulkFields model={model} values={values} onChange={setValues} />
        )}
      </Box>
      {barred && <Alert severity="warning">{t('faults.access.denied')}</Alert>}
      {isLoading && <LinearProgress aria-label={t('lists.bulk.applying')} />}
      <Stack direction="row" sx={{ gap: 3, px: 6, py: 4, borderTop: 1, borderColor: 'divider', alignItems: 'center' }}>
        <Typography sx={{ flex: 1, color: 'text.secondary' }}>
          {!done && chosen > 0 && t('lists.bulk.preview', { count })}
        </Typography>
        <Button color="inherit" onClick={close}>
          {t('lists.bulk.close')}
        </Button>
        {!done && (
          <Button
            variant="contained"
            disabled={isLoading || barred || chosen === 0 || count === 0}
            onClick={() => void run()}
          >
            {t('lists.bulk.apply')}
          </Button>
        )}
      </Stack>
    </Drawer>
  );
}
