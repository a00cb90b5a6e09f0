/** The state of a form that shows a sample row and stores nothing. */
import { useMemo } from 'react';
import type { AnyEntity } from '../../../../common/entity/entity';
import type { WireRow } from '../../../../common/entity/projectRow';
import { newDraft } from '../../../engine/formState/draft';
import type { EntityFormState } from '../../../engine/formState/entityFormState';
import { formFieldNames } from '../../../engine/formState/formLayout';
import { previewPermissions } from './previewPermissions';

const ignore = () => undefined;
const ignoreSave = () => Promise.resolve(undefined);

export function usePreviewForm(entity: AnyEntity, row: WireRow): EntityFormState {
  return useMemo(() => {
    const fields = formFieldNames(entity);
    return {
      entity,
      formerEntities: [],
      formShape: { entity, fields },
      draft: { ...newDraft(null, row, 'preview'), isLoaded: true },
      dirtyFields: [],
      manuallyResolved: [],
      autosave: {
        offers: [],
        restore: ignore,
        discard: ignore,
        unsavable: [],
        isPending: false,
        isStored: () => Promise.resolve(true),
        duplicate: undefined,
      },
      revokedFields: [],
      draftKey: 'preview',
      permissions: previewPermissions(entity),
      fault: undefined,
      readOnly: null,
      lockState: undefined,
      handlers: {
        onType: ignore,
        onFocus: ignore,
        onBlur: ignore,
        onTakeTheirs: ignore,
        onKeepMine: ignore,
        onUndoDecision: ignore,
        onSharingChange: ignore,
        onReview: ignore,
        onResolve: ignore,
      },
      discard: ignore,
      closeMerged: ignore,
      saveAsNew: ignoreSave,
      restore: ignoreSave,
      detach: ignore,
      save: ignoreSave,
      resolve: ignoreSave,
      refetch: ignore,
    };
  }, [entity, row]);
}
