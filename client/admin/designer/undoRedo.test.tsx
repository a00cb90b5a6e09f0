/** Own changes of a design are undone and done again in their order: edits, deletions and moves, by button, key and message. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openDesigner, type DesignerDriver } from '../../testing/designerHarness';
import { crudDesignOverride } from '../overrides/crudDesign';

/** Of a field; a permission of a transition has one too. */
const ENGLISH_LABEL = /^English label(?! of)/;
const usualMedia = window.matchMedia;
beforeEach(() => {
  window.matchMedia = (media) => Object.assign(usualMedia(media), { matches: media.includes('min-width') });
});
let driver: DesignerDriver | undefined;
afterEach(async () => {
  cleanup();
  await driver?.close();
  driver = undefined;
  window.matchMedia = usualMedia;
});

/** Opens the designer and lists the change-sets that were undone. Each undo is a change-set of its own; that of `ineffectiveCid` changes nothing. */
const openWithHistory = async (ineffectiveCid = '') => {
  const undone: string[] = [];
  driver = await openDesigner(crudDesignOverride, {
    other: ({ path, body }) => {
      if (path === '/admin/crud_design_field/sortable') return { envelope: { data: { cid: 'move', rows: [] } } };
      if (path !== '/admin/history/undo') return undefined;
      const { cid } = body as { readonly cid: string };
      undone.push(cid);
      const isWithout = cid === ineffectiveCid;
      const skippedRows = isWithout ? [{ ent: 'crud_design_field', id: 13, title: 'note', why: 'changed' }] : [];
      return { envelope: { data: { cid: `${cid}'`, undone: isWithout ? 0 : 1, left: skippedRows, hidden: 0 } } };
    },
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Field note' }));
  return { undone, user };
};
const undoButton = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Undo \(/ });
/** Not the button of the message after an undo. */
const redoButton = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Redo \(/ });
const FIELD_EDIT = '/admin/crud_design_field/edit';

describe('undo and redo in the designer', () => {
  it('the undo button and Ctrl+Z undo the move and then the edit before it; Ctrl+Y redoes both', async () => {
    const { undone, user } = await openWithHistory();
    expect([undoButton().disabled, redoButton().disabled]).toEqual([true, true]);
    await user.click(await screen.findByLabelText('Unique'));
    await waitFor(() => expect(driver?.posted(FIELD_EDIT)).toHaveLength(1));
    await waitFor(() => expect(undoButton().disabled).toBe(false));
    screen.getByRole('button', { name: 'Field note' }).focus();
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
    await waitFor(() => expect(driver?.posted('/admin/crud_design_field/sortable')).toHaveLength(1));
    // The response to the move has arrived.
    await screen.findByText('Moved');
    await user.click(undoButton());
    await waitFor(() => expect(undone).toEqual(['move']));
    await waitFor(() => expect([undoButton().disabled, redoButton().disabled]).toEqual([false, false]));
    await user.click(screen.getByRole('button', { name: 'Field note' }));
    await user.keyboard('{Control>}z{/Control}');
    await waitFor(() => expect(undone).toEqual(['move', 'c1']));
    await waitFor(() => expect([undoButton().disabled, redoButton().disabled]).toEqual([true, false]));
    await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
    await waitFor(() => expect(undone).toEqual(['move', 'c1', "c1'"]));
    await waitFor(() => expect([undoButton().disabled, redoButton().disabled]).toEqual([false, false]));
    await user.keyboard('{Control>}y{/Control}');
    await waitFor(() => expect(undone).toEqual(['move', 'c1', "c1'", "move'"]));
    await waitFor(() => expect([undoButton().disabled, redoButton().disabled]).toEqual([false, true]));
  });

  it('the history counts the undo of the message after a deletion', async () => {
    const { undone, user } = await openWithHistory();
    await user.click(screen.getByRole('button', { name: 'Delete note' }));
    await waitFor(() => expect(undoButton().disabled).toBe(false));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(undone).toEqual(['c2']));
    await waitFor(() => expect([undoButton().disabled, redoButton().disabled]).toEqual([true, false]));
  });

  it('the history drops a change whose rows others changed meanwhile', async () => {
    const { undone, user } = await openWithHistory('c1');
    await user.click(await screen.findByLabelText('Unique'));
    await waitFor(() => expect(undoButton().disabled).toBe(false));
    await user.click(undoButton());
    await waitFor(() => expect(undone).toEqual(['c1']));
    await waitFor(() => expect([undoButton().disabled, redoButton().disabled]).toEqual([true, true]));
  });

  it('Ctrl+Z in a text input does not undo a change of the design', async () => {
    const { undone, user } = await openWithHistory();
    await user.click(await screen.findByLabelText('Unique'));
    await waitFor(() => expect(undoButton().disabled).toBe(false));
    await user.click(await screen.findByLabelText(ENGLISH_LABEL));
    await user.keyboard('{Control>}z{/Control}');
    expect(undone).toEqual([]);
  });
});
