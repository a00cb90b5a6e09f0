/** Bulk edit: choose fields, enter values, see the result per row. */
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
import type { AnyEntity } from '../../../../common/entity/entity';
import { useAppSelector } from '../../../shared/app/createStore';
import { selectEntityRows, type StateWithEntities } from '../../../shared/store/entities';
import { selectPresentPeople } from '../../../shared/presence/presenceSlice';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { bulkApi, type BulkEditResult } from '../../data/bulkApi';
import { useTranslateTitle } from '../../data/useTranslateTitle';
import { isSameValue } from '../../formState/draft';
import { useUndo } from '../../history/useUndo';
import { HiddenSelectionText } from './HiddenSelection';
import { listSkippedRows } from './listSkippedRows';
import { SkippedRows } from './SkippedRows';
import type { ListModel } from '../useListModel';
import { RevokedValues, bulkRequestBody, BulkFields, canChangeField, type BulkValues } from './BulkFields';
import { BulkConfirm, fieldsToConfirm } from './BulkConfirm';
import { BulkLeaveGuard } from './BulkLeaveGuard';
import { useBulkFaults } from './useBulkFaults';
import { useCacheBulkValues, useBulkValues } from './useBulkValues';

function resultMessage(t: TFunction, count: number, skippedCount: number): string {
  const message = t('lists.bulk.done', { count });
  return skippedCount === 0 ? message : `${message} · ${t('lists.bulk.review', { count: skippedCount })}`;
}

function Results({ model, done }: { readonly model: ListModel; readonly done: BulkEditResult }) {
  const { t } = useTranslation();
  const skippedRows = [...listSkippedRows(t, done.skipped), ...done.failed];
  return (
    <Box>
      <Typography component="output" sx={{ display: 'block' }}>
        {resultMessage(t, done.ids.length + done.same.length, skippedRows.length)}
      </Typography>
      <SkippedRows entity={model.entity} rows={skippedRows} />
    </Box>
  );
}

/** Whether the drawer is mounted when the response arrives. */
function useIsMounted(): RefObject<boolean> {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return isMounted;
}

interface BulkEditProps {
  readonly model: ListModel;
  /** Selected rows that are still visible. */
  readonly ids: readonly number[];
  readonly onClose: () => void;
}
/** Shows the result; skipped rows are listed unless the user has read them already. */
function useReportOutcome({ entity }: ListModel): (done: BulkEditResult, read: boolean) => void {
  const { t } = useTranslation();
  const store = useStore<StateWithEntities>();
  const translateTitle = useTranslateTitle(entity.name);
  const { offerUndo } = useUndo();
  const getName = (id: number) => {
    const row = selectEntityRows(entity.name)(store.getState())?.[id]?.row;
    const title = row?.[entity.spec.title];
    return typeof title === 'string' && title !== '' ? translateTitle(title, row) : `#${id}`;
  };
  return (done, read) => {
    const skippedRows = [...listSkippedRows(t, done.skipped), ...done.failed];
    const lines =
      read || skippedRows.length === 0 ? undefined : skippedRows.map(({ id, msg }) => `${getName(id)} — ${msg}`);
    const changed = done.ids.length > 0;
    if (changed || lines)
      offerUndo(resultMessage(t, done.ids.length, skippedRows.length), changed ? done.cid : undefined, lines);
  };
}

/** The number of rows that do not have all the new values yet; a row that is not loaded counts. */
function useChangingCount(entity: AnyEntity, ids: readonly number[], values: BulkValues): number {
  const table = useAppSelector(selectEntityRows(entity.name));
  return ids.filter((id) => {
    const row = table?.[id]?.row;
    return Object.entries(values).some(
      ([field, change]) =>
        row === undefined || !('set' in change) || !isSameValue(entity, field, row[field], change.set),
    );
  }).length;
}

function useBulkEdit({ model, ids: requestedIds, onClose }: BulkEditProps) {
  const { entity } = model;
  const store = useStore<StateWithEntities>();
  const reportOutcome = useReportOutcome(model);
  const [initialIds] = useState(requestedIds);
  // Revisions when the drawer opened: rows changed later are skipped.
  const [revisions] = useState(() => {
    const table = selectEntityRows(entity.name)(store.getState());
    return Object.fromEntries(requestedIds.flatMap((id) => (table?.[id] ? [[id, table[id].revision] as const] : [])));
  });
  const [values, setValues] = useBulkValues();
  const { faults, validate: validateValues, showRejection } = useBulkFaults(entity, values);
  const [apply, { data: done, isLoading }] = bulkApi.useUpdateManyMutation();
  // The undo offer starts after the skipped rows have been read.
  const closeWithResult = (result: BulkEditResult | undefined) => {
    if (result) reportOutcome(result, true);
    if (result) model.select([]);
    onClose();
  };
  const [sent, setSent] = useState<readonly number[] | null>(null);
  const isMounted = useIsMounted();
  // Rows that leave before sending are not changed; after sending, the change itself may remove them.
  const ids = sent ?? initialIds.filter((id) => requestedIds.includes(id));
  const [isConfirming, setIsConfirming] = useState(false);
  const send = async () => {
    setIsConfirming(false);
    setSent(ids);
    const { data, error } = await apply({ e: entity.name, ids, ...bulkRequestBody(values), revisions });
    if (!data) {
      setSent(null);
      showRejection(error);
    } else if (!isMounted.current) reportOutcome(data, false);
    else if (data.skipped.length + data.failed.length === 0) closeWithResult(data);
  };
  const submit = async () => {
    if (!validateValues()) return;
    if (fieldsToConfirm(entity, values).length > 0) setIsConfirming(true);
    else await send();
  };
  const cancel = () => setIsConfirming(false);
  const confirmation = { isConfirming, cancel, send };
  return {
    ids,
    count: ids.length,
    values,
    setValues,
    faults,
    done,
    isLoading,
    submit,
    confirmation,
    closeWithResult: () => closeWithResult(done),
  };
}

/** Selected rows that others have open; their edits are not lost, but become conflicts. */
function OpenByOthersWarning({ model, ids }: { readonly model: ListModel; readonly ids: readonly number[] }) {
  const { t } = useTranslation();
  const presentPeople = useAppSelector(selectPresentPeople);
  if (presentPeople.entityName !== model.entity.name) return null;
  const peopleByRow = ids
    .map((id) => (presentPeople.byRow.get(id) ?? []).filter(({ isSelf }) => !isSelf))
    .filter((people) => people.length > 0);
  const names = [...new Set(peopleByRow.flat().map(({ name }) => name))].join(t('lists.bulk.and'));
  return peopleByRow.length === 0 ? null : (
    <Typography component="output" sx={{ display: 'block', color: 'warning.main', px: 6, pb: 3 }}>
      {t('lists.bulk.open', { count: peopleByRow.length, names })}
    </Typography>
  );
}

/** Warnings before the change. */
function BulkWarnings({ model, ids }: { readonly model: ListModel; readonly ids: readonly number[] }) {
  return (
    <>
      <Box sx={{ px: 6 }}>
        <HiddenSelectionText model={model} ids={ids} />
      </Box>
      <OpenByOthersWarning model={model} ids={ids} />
    </>
  );
}

interface BulkEditFooterProps {
  readonly count: number;
  /** The rows that have another value now. */
  readonly changing: number;
  readonly isDone: boolean;
  readonly isLoading: boolean;
  readonly canApply: boolean;
  readonly onClose: () => void;
  readonly onApply: () => void;
}
function BulkEditFooter({ count, changing, isDone, isLoading, canApply, onClose, onApply }: BulkEditFooterProps) {
  const { t } = useTranslation();
  return (
    <Stack
      data-action-bar
      direction="row"
      sx={{ gap: 3, px: 6, py: 4, borderTop: 1, borderColor: 'divider', alignItems: 'center' }}
    >
      <Typography sx={{ flex: 1, color: 'text.secondary' }}>
        {!isDone &&
          canApply &&
          (changing < count
            ? t('lists.bulk.preview_part', { count: changing, total: count })
            : t('lists.bulk.preview', { count }))}
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

type ConfirmationProps = Pick<ReturnType<typeof useBulkEdit>, 'values' | 'count' | 'confirmation'> & {
  readonly entity: ListModel['entity'];
};
function Confirmation({ entity, values, count, confirmation }: ConfirmationProps) {
  const { isConfirming, cancel, send } = confirmation;
  return (
    isConfirming && (
      <BulkConfirm entity={entity} values={values} count={count} onCancel={cancel} onConfirm={() => void send()} />
    )
  );
}

/** The list stays visible, with the rows that change. */
const drawerSlots = (titleId: string) => ({
  backdrop: { invisible: true },
  paper: { role: 'dialog', 'aria-labelledby': titleId, sx: { width: 440, maxWidth: '100%' } },
});

export function BulkEdit(props: BulkEditProps) {
  const { model } = props;
  const { t } = useTranslation();
  const titleId = useId();
  useLazyTranslations();
  const [isAskingToLeave, setIsAskingToLeave] = useState(false);
  const { ids, count, values, setValues, faults, done, isLoading, submit, confirmation, closeWithResult } =
    useBulkEdit(props);
  const chosenFields = Object.keys(values).length;
  const changing = useChangingCount(model.entity, ids, values);
  const lostCount = useCacheBulkValues(model, values, count, !done && !isLoading);
  // The drawer stays until the response, because the result and the undo are shown in it.
  const requestClose = () => {
    if (isLoading) return;
    if (lostCount > 0) setIsAskingToLeave(true);
    else closeWithResult();
  };
  const isRevoked =
    !done && (!model.permissions.can('update') || !Object.keys(values).every((name) => canChangeField(model, name)));
  return (
    <Drawer open anchor="right" onClose={requestClose} slotProps={drawerSlots(titleId)}>
      <Typography id={titleId} variant="h3" component="h2" sx={{ px: 6, pt: 5, pb: 3 }}>
        {t('lists.bulk.title', { count })}
      </Typography>
      {isRevoked && <RevokedValues model={model} values={values} />}
      {!done && <BulkWarnings model={model} ids={ids} />}
      <Box sx={{ px: 6, flex: 1, overflow: 'auto' }}>
        {done ? (
          <Results model={model} done={done} />
        ) : (
          <BulkFields model={model} values={values} faults={faults} onChange={setValues} />
        )}
      </Box>
      {isLoading && <LinearProgress aria-label={t('lists.bulk.applying')} />}
      <BulkEditFooter
        count={count}
        changing={changing}
        isDone={done !== undefined}
        isLoading={isLoading}
        canApply={!isRevoked && chosenFields > 0 && count > 0}
        onClose={requestClose}
        onApply={() => void submit()}
      />
      {!isRevoked && count > 0 && <Confirmation entity={model.entity} {...{ values, count, confirmation }} />}
      {lostCount > 0 && (
        <BulkLeaveGuard
          lostCount={lostCount}
          isAsking={isAskingToLeave}
          onStay={() => setIsAskingToLeave(false)}
          onLeave={closeWithResult}
        />
      )}
    </Drawer>
  );
}
