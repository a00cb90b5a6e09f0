/** A form waits for all uploads of its fields. */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { PendingUploadsProvider, useReportUpload, usePendingUploads } from './pendingUploads';

afterEach(cleanup);

function Field({ name }: { readonly name: string }) {
  const [sending, setSending] = useState(false);
  useReportUpload(sending);
  return <button onClick={() => setSending(!sending)}>{name}</button>;
}
function Form() {
  const { isRunning, begin } = usePendingUploads();
  const [shown, setShown] = useState(true);
  return (
    <PendingUploadsProvider value={begin}>
      <output>{isRunning ? 'waits' : 'saves'}</output>
      <button onClick={() => setShown(false)}>hide</button>
      <Field name="one" />
      {shown && <Field name="two" />}
    </PendingUploadsProvider>
  );
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

it('usePendingUploads: counts the uploads of all fields, also of unmounted ones', () => {
  render(<Form />);
  const status = screen.getByRole('status');
  expect(status).toHaveTextContent('saves');
  press('one');
  press('two');
  press('one');
  expect(status).toHaveTextContent('waits');
  press('hide');
  expect(status).toHaveTextContent('saves');
});
