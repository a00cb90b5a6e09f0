/** Moves text of an unmounted cell into the record's form, or offers to copy it. */
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import type { AnyEntity } from '../../../../common/entity/entity';
import type { Json } from '../../../../common/entity/field';
import type { WireRow } from '../../../../common/entity/projectRow';
import { useApp } from '../../../shared/app/appContext';
import { useEntityLabels } from '../../../shared/i18n/i18n';
import { useCopyText } from '../../conflict/useCopyText';
import { listDirtyFields, type Draft } from '../../formState/draft';
import { useTransferEdit } from '../../formState/useTransferEdit';
import { serverDrafts } from '../../autosave/serverDrafts';
import { useFormatValue } from '../../fieldTypes/useFormatValue';
import { useTranslateTitle } from '../../data/useTranslateTitle';

export interface OrphanedEdit {
  /** The row when typing began. */
  readonly row: WireRow;
  readonly field: string;
  readonly value: Json;
}

/** Opens the record's form over this list, or navigates to its list. */
function useOpenRecord(open: (id: number) => void) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return (id: number) => {
    if (isMounted.current) open(id);
    else void navigate(`${pathname}?record=${id}`);
  };
}

/** Also stores the draft on the server, because no form does. */
function useStoreDraft(entity: AnyEntity) {
  const [saveDraft] = serverDrafts.useSaveDraftMutation();
  return (draft: Draft) => {
    const dirtyNames = listDirtyFields({ entity, fields: Object.keys(draft.mine) }, draft);
    const fields = Object.fromEntries(
      dirtyNames.map((field) => [field, { base: draft.base[field] ?? null, mine: draft.mine[field] ?? null }]),
    );
    void saveDraft({
      ent: entity.name,
      id: draft.id ?? 0,
      form: draft.formId,
      revision: draft.revision,
      fields,
      at: Date.now(),
    });
  };
}

export function useOrphanedEdit(entity: AnyEntity, open: (id: number) => void): (orphanedEdit: OrphanedEdit) => void {
  const { toasts } = useApp();
  const { t } = useTranslation();
  const labels = useEntityLabels(entity);
  const formatValue = useFormatValue(entity, Infinity);
  const translateTitle = useTranslateTitle(entity.name);
  const transferEdit = useTransferEdit(entity);
  const storeDraft = useStoreDraft(entity);
  const openRecordAnywhere = useOpenRecord(open);
  const copyText = useCopyText();
  return ({ row, field, value }) => {
    const id = Number(row['id']);
    const name = row[entity.spec.title];
    const title = typeof name === 'string' && name !== '' ? translateTitle(name, row) : `#${id}`;
    const params = { field: labels.fields[field] ?? field, title };
    const text = typeof value === 'string' ? value : formatValue(field, value);
    const key = `${entity.name}/${id}/${field}`;
    const transferResult = transferEdit(row, { field, base: row[field] ?? null, mine: value });
    // The message stays until it is closed or the text is copied.
    const showCopyToast = () => {
      const run = async () => {
        if (!(await copyText(text))) showCopyToast();
      };
      const action = { label: t('conflict.copy_text'), run: () => void run() };
      toasts.show('warning', t('conflict.stray_barred', params), action, key, [text]);
    };
    if (transferResult === null) {
      showCopyToast();
      return;
    }
    if (transferResult !== 'form') storeDraft(transferResult);
    const action = { label: t('conflict.stray_open'), run: () => openRecordAnywhere(id) };
    toasts.show('info', t('conflict.stray', params), action, key, [text]);
  };
}
