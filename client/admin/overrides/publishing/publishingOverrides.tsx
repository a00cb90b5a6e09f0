/** Rows that the site shows from a time: the status says for when they are scheduled. */
import { Suspense } from 'react';
import { entities } from '../../../../common/entities/index';
import type { InputProps } from '../../../engine/fieldTypes/fieldType';
import { getFieldType } from '../../../engine/fieldTypes/index';
import type { EntityOverride } from '../../../engine/override';
import { lazyWithoutSuspense, lazyWithRetry } from '../../../ui/lazyWithRetry';
import { FallbackCell } from '../FallbackCell';

const load = () => import('./PublishingStatus');
const StatusCell = lazyWithoutSuspense(async () => (await load()).PublishingStatusCell, FallbackCell);
const ScheduleNote = lazyWithRetry(async () => (await load()).ScheduleNote, 'none');

function StatusInput(props: InputProps) {
  const { Input } = getFieldType(props.column.kind);
  return (
    <>
      <Input {...props} />
      <Suspense fallback={null}>
        <ScheduleNote {...props} />
      </Suspense>
    </>
  );
}

export const publishingOverrides = Object.values(entities)
  .filter(({ spec: { fields } }) => 'show_from' in fields)
  .map(({ name }): EntityOverride => ({
    entity: name,
    cells: { status: StatusCell },
    inputs: { status: StatusInput },
    columnWidths: { status: 176 },
  }));
