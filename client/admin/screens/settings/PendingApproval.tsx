/** Protected setting that a second admin must approve: the request and the pending change. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { config } from '../../../../common/entities/config';
import { PENDING_CHANGE_STATUS, pendingChange } from '../../../../common/entities/pendingChange';
import type { WireRow } from '../../../../common/entity/projectRow';
import type { ListQuery } from '../../../../common/query/listQuery';
import { RequestApproval } from '../../../engine/form/approval/RequestApproval';
import type { EntityFormState } from '../../../engine/formState/entityFormState';
import { usePermissions } from '../../../engine/usePermissions';
import { useRows } from '../../../engine/data/useRows';
import { useApplyPending } from '../../../engine/data/useApplyPending';
import { useAppSelector } from '../../../shared/app/createStore';
import { asString } from '../../../../common/json';
import { useSettingValueText } from './useSettingValueText';

const PENDING_QUERY: ListQuery = {
  page: 1,
  limit: 200,
  sort: [{ field: 'id', dir: 'desc' }],
  where: { all: [{ field: 'status', op: '=', value: PENDING_CHANGE_STATUS.waiting }] },
};

/** Pending change of one config item, live. */
function usePendingChange(id: number): WireRow | undefined {
  const permissions = usePermissions(pendingChange);
  const rows = useRows(pendingChange, PENDING_QUERY, permissions);
  useApplyPending(rows);
  const { list } = rows;
  const cachedRows = useAppSelector((state) => state.entities.rows[pendingChange.name]);
  return useMemo(
    () =>
      list.ids
        .map((rowId) => cachedRows?.[rowId]?.row)
        .find(
          (row) =>
            row?.['subject'] === config.name &&
            row['subject_id'] === id &&
            row['status'] === PENDING_CHANGE_STATUS.waiting,
        ),
    [list.ids, cachedRows, id],
  );
}

interface PendingApprovalProps {
  readonly row: WireRow;
  readonly form: EntityFormState;
}
export function PendingApproval({ row, form }: PendingApprovalProps) {
  const canRead = usePermissions(pendingChange).can('read');
  return (
    <>
      {canRead && <PendingChangeAlert id={Number(row['id'])} />}
      <RequestApproval form={form} isInline />
    </>
  );
}

function PendingChangeAlert({ id }: { readonly id: number }) {
  const { t } = useTranslation();
  const formatValue = useSettingValueText();
  const pendingRow = usePendingChange(id);
  if (pendingRow === undefined) return null;
  const name = asString(pendingRow['name']);
  const [before, after] = [
    formatValue(name, pendingRow['before'] ?? null),
    formatValue(name, pendingRow['after'] ?? null),
  ];
  const change = t('settings.second.change', { before, after, name: asString(pendingRow['asked_name']) });
  return (
    <Alert
      severity="info"
      data-waiting
      sx={{ mt: 1, overflowWrap: 'anywhere' }}
      action={
        <Button
          color="inherit"
          size="small"
          component={Link}
          to={`/admin/${pendingChange.name}?record=${Number(pendingRow['id'])}`}
        >
          {t('notice.show')}
        </Button>
      }
    >
      {t('settings.second.waiting', { change })}
    </Alert>
  );
}
