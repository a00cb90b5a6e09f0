/** The same change to all chosen rows: choose fields, say values, see row by row what became of it. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { TFunction } from 'i18next';
import { useEffect, useId, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'react-redux';
import { useAppSelector } from '../../shared/createStore';
import { selectTable, type EntitiesHolder } from '../../shared/entities';
import { selectHere } from '../../shared/presence/slice';
import { useLaterWords } from '../../shared/useLaterWords';
import { bulkApi, type BulkEdited } from '../bulkApi';
import { useSayTitle } from '../useSayTitle';
import { useUndo } from '../undo/useUndo';
import { InFolds } from './InFolds';
import { leftOf } from './leftOf';
import { LeftRows } from './LeftRows';
import type { ListModel } from './useListModel';
import { Barred, bodyOf, BulkFields, mayChange } from './BulkFields';
import { BulkConfirm, namesToConfirm } from './BulkConfirm';
import { BulkGuard } from './BulkGuard';
import { useBulkFaults } from './useBulkFaults';
import { useBulkShelved, useBulkValues } from './useBulkTyped';

function saidOf(t: TFunction, count: number, left: number): string {
  const said = t('lists.bulk.done', { count });
  return left === 0 ? said : `${said} · ${t('lists.bulk.review', { count: left })}`;
}

function Results({ model, done }: { readonly model: ListModel; readonly done: BulkEdited }) {
  const { t } = useTranslation();
  const left = [...leftOf(t, done.skipped), ...done.failed];
  return (
    <Box>
      <Typography component="output" sx={{ display: 'block' }}>
        {saidOf(t, done.ids.length + done.same.length, left.length)}
      </Typography>
      <LeftRows entity={model.entity} rows={left} />
    </Box>
  );
}

/** Whether the drawer is still there when an answer comes. */
function useStands(): RefObject<boolean> {
  const stands = useRef(false);
  useEffect(() => {
    stands.current = true;
    return () => {
      stands.current = false;
    };
  }, []);
  return stands;
}

interface BulkEditProps {
  readonly model: ListModel;
  /** The chosen rows one can still see. */
  readonly ids: readonly number[];
  readonly onClose: () => void;
}
/** Says what became of it; rows that were left as they are by name, unless the person has read of them. */
function useOutcome({ entity }: ListModel): (done: BulkEdited, read: boolean) => void {
  const { t } = useTranslation();
  const store = useStore<EntitiesHolder>();
  const say = useSayTitle(entity.name);
  const { offer } = useUndo();
  const nameOf = (id: number) => {
    const title = selectTable(entity.name)(store.getState())?.[id]?.row[entity.spec.title];
    return typeof title === 'string' && title !== '' ? say(title) : `#${id}`;
  };
  return (done, read) => {
    const left = [...leftOf(t, done.skipped), ...done.failed];
    const lines = read || left.length === 0 ? undefined : left.map(({ id, msg }) => `${nameOf(id)} — ${msg}`);
    const changed = done.ids.length > 0;
    if (changed || lines) offer(saidOf(t, done.ids.length, left.length), changed ? done.cid : undefined, lines);
  };
}

function useBulk({ model, ids: asked, onClose }: BulkEditProps) {
  const { entity } = model;
  const store = useStore<EntitiesHolder>();
  const tell = useOutcome(model);
  const [opened] = useState(asked);
  // What the person saw when it decided: rows others change from here on are left alone.
  const [revisions] = useState(() => {
    const table = selectTable(entity.name)(store.getState());
    return Object.fromEntries(asked.flatMap((id) => (table?.[id] ? [[id, table[id].v] as const] : [])));
  });
  const [values, setValues] = useBulkValues();
  const { faults, check, refuse } = useBulkFaults(entity, values);
  const [apply, { data: done, isLoading }] = bulkApi.useUpdateManyMutation();
  // The time for second thoughts begins when what was left as it is has been read.
  const leave = (told: BulkEdited | undefined) => {
    if (told) tell(told, true);
    if (told) model.select([]);
    onClose();
  };
  const [sent, setSent] = useState<readonly number[] | null>(null);
  const stands = useStands();
  // Rows that go while one chooses are not changed; once it is sent, they may also go by that.
  const ids = sent ?? opened.filter((id) => asked.includes(id));
  const [confirming, setConfirming] = useState(false);
  const send = async () => {
    setConfirming(false);
    setSent(ids);
    const { data, error } = await apply({ e: entity.name, ids, ...bodyOf(values), revisions });
    if (!data) {
      setSent(null);
      refuse(error);
    } else if (!stands.current) tell(data, false);
    else if (data.skipped.length + data.failed.length === 0) leave(data);
  };
  const run = async () => {
    if (!check()) return;
    if (namesToConfirm(entity, values).length > 0) setConfirming(true);
    else await send();
  };
  const cancel = () => setConfirming(false);
  const question = { confirming, cancel, send };
  return {
    ids,
    count: ids.length,
    values,
    setValues,
    faults,
    done,
    isLoading,
    run,
    question,
    leave: () => leave(done),
  };
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

/** What one should know of the chosen rows before they are changed. */
function Warnings({ model, ids }: { readonly model: ListModel; readonly ids: readonly number[] }) {
  return (
    <>
      <Box sx={{ px: 6 }}>
        <InFolds model={model} ids={ids} />
      </Box>
      <OpenByOthers model={model} ids={ids} />
    </>
  );
}

interface FootProps {
  readonly count: number;
  readonly isDone: boolean;
  readonly isLoading: boolean;
  readonly canApply: boolean;
  readonly onClose: () => void;
  readonly onApply: () => void;
}
function Foot({ count, isDone, isLoading, canApply, onClose, onApply }: FootProps) {
  const { t } = useTranslation();
  return (
    <Stack
      data-foot
      direction="row"
      sx={{ gap: 3, px: 6, py: 4, borderTop: 1, borderColor: 'divider', alignItems: 'center' }}
    >
      <Typography sx={{ flex: 1, color: 'text.secondary' }}>
        {!isDone && canApply && t('lists.bulk.preview', { count })}
      </Typography>
      <Button color="inherit" disabled={isLoading} onClick={onClose}>
        {t('lists.bulk.close')}
      </Button>
      {!isDone && (
        <Button variant="contained" disabled={isLoading || !canApply} onClick={onApply}>
          {t('lists.bulk.apply')}
        </Button>
      )}
    </Stack>
  );
}

export function BulkEdit(props: BulkEditProps) {
  const { model } = props;
  const { t } = useTranslation();
  const titleId = useId();
  useLaterWords();
  const [asking, setAsking] = useState(false);
  const { ids, count, values, setValues, faults, done, isLoading, run, question, leave } = useBulk(props);
  const chosen = Object.keys(values).length;
  const lost = useBulkShelved(model, values, count, !done && !isLoading);
  // What is on its way is waited for: its outcome and its Undo would be seen by nobody.
  const close = () => {
    if (isLoading) return;
    if (lost > 0) setAsking(true);
    else leave();
  };
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
      {barred && <Barred model={model} values={values} />}
      {!done && <Warnings model={model} ids={ids} />}
      <Box sx={{ px: 6, flex: 1, overflow: 'auto' }}>
        {done ? (
          <Results model={model} done={done} />
        ) : (
          <BulkFields model={model} values={values} faults={faults} onChange={setValues} />
        )}
      </Box>
      {isLoading && <LinearProgress aria-label={t('lists.bulk.applying')} />}
      <Foot
        count={count}
        isDone={done !== undefined}
        isLoading={isLoading}
        canApply={!barred && chosen > 0 && count > 0}
        onClose={close}
        onApply={() => void run()}
      />
      {question.confirming && !barred && count > 0 && (
        <BulkConfirm
          entity={model.entity}
          values={values}
          count={count}
          onCancel={question.cancel}
          onConfirm={() => void question.send()}
        />
      )}
      {lost > 0 && <BulkGuard lost={lost} asking={asking} onStay={() => setAsking(false)} onLeave={leave} />}
    </Drawer>
  );
}
