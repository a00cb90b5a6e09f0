/** Edits that are not stored cannot be applied, and the dialog says so; a renamed field shows its former name in its own line. */
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { completeField, primaryKeyField } from '../../../../common/designer/completeDesign';
import type { DesignPreview } from '../../../../common/designer/design';
import { fieldRow, openDesigner, textField, type DesignerDriver } from '../../../testing/designerHarness';
import { createListResponse } from '../../../testing/screenHarness';
import { crudDesignOverride } from '../../overrides/crudDesign';

// Wide enough for the properties beside the fields.
const usualMedia = window.matchMedia;
beforeEach(() => {
  window.matchMedia = (media) => Object.assign(usualMedia(media), { matches: media.includes('min-width') });
});

let driver: DesignerDriver | undefined;
afterEach(async () => {
  window.matchMedia = usualMedia;
  cleanup();
  await driver?.close();
  driver = undefined;
});

const preview: DesignPreview = {
  problems: [],
  definition: null,
  changes: [{ kind: 'added', table: 'complaint', name: 'title', to: 'VARCHAR(100)' }],
  differences: [],
  statements: { sqlite: [], mariadb: [] },
  uses: [],
  isLossy: false,
  rows: 0,
  isChanged: true,
};
const note = { name: 'remark', kind: 'text', label_en: 'Remark', label_zh: '备注', applied_name: 'note' } as const;

it('an edit that the server refuses disables Apply until it is saved', async () => {
  driver = await openDesigner(crudDesignOverride, {
    fields: [
      fieldRow(11, 0, primaryKeyField()),
      fieldRow(12, -1000, textField('name', 'Name')),
      fieldRow(13, -2000, completeField(note)),
    ],
    other: ({ method, path }) => {
      if (path.endsWith('/crud_design/preview')) return { envelope: { data: preview } };
      if (path.endsWith('/admin_group/index')) return { envelope: { data: createListResponse([]) } };
      return method === 'POST' && path.endsWith('/crud_design_field/edit')
        ? { envelope: { code: 0, msg: 'Refused.', data: { fields: { label_en: 'Enter another label' } } } }
        : undefined;
    },
  });
  const user = userEvent.setup();
  const field = await screen.findByRole('button', { name: 'Field remark' });
  expect(field).toHaveTextContent('Remarkremark · was note · Text');
  await user.click(field);
  await user.type(await screen.findByLabelText(/^English label(?! of)/), 's');
  await user.tab();
  await waitFor(() => expect(driver?.posted('/admin/crud_design_field/edit')).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: 'Apply…' }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Apply the design/ }));
  expect(await dialog.findByText(/^Some edits aren’t saved/)).toBeInTheDocument();
  expect(dialog.getByRole('button', { name: 'Apply' })).toBeDisabled();
});
