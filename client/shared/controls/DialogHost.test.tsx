import { afterEach, expect, it } from '@jest/globals';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { DialogHost, useOpenDialog } from './DialogHost';

afterEach(cleanup);

function Asking({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState('');
  return (
    <section>
      <input aria-label="Reason" value={text} onChange={({ target }) => setText(target.value)} />
      <button onClick={onClose}>Cancel</button>
    </section>
  );
}
function Row() {
  const open = useOpenDialog();
  return <button onClick={() => open((close) => <Asking onClose={close} />)}>Reverse</button>;
}
const list = (rows: readonly number[]) => (
  <DialogHost>
    {rows.map((id) => (
      <Row key={id} />
    ))}
  </DialogHost>
);
const reason = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Reason' });

it('DialogHost: keeps a dialog and its input when the row that opened it is removed', () => {
  const { rerender } = render(list([1]));
  fireEvent.click(screen.getByText('Reverse'));
  fireEvent.change(reason(), { target: { value: 'Booked twice' } });
  rerender(list([]));
  expect(reason().value).toBe('Booked twice');
  fireEvent.click(screen.getByText('Cancel'));
  expect(screen.queryByRole('textbox')).toBeNull();
});

it('DialogHost: opens each dialog with empty state', () => {
  render(list([1]));
  fireEvent.click(screen.getByText('Reverse'));
  fireEvent.change(reason(), { target: { value: 'Booked twice' } });
  fireEvent.click(screen.getByText('Cancel'));
  fireEvent.click(screen.getByText('Reverse'));
  expect(reason().value).toBe('');
});
