/** Differences are visible for every kind of field: rows by title, files as thumbnails, nothing truncated. */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import type { ComponentProps, ReactElement } from 'react';
import type { Json } from '../../../common/entity/field';
import { useLazyTranslations } from '../../shared/i18n/useLazyTranslations';
import { createListResponse, openScreen, thing, type Screen } from '../../testing/screenHarness';
import { anna } from '../../testing/formHarness';
import { ConflictBar } from '../conflict/ConflictBar';
import type { FieldHandlers } from '../formState/entityFormState';
import { storedFileName } from '../fieldTypes/cells/storedFile';
import { Difference } from './Difference';
import { useCopyTypedText, type TypedForm } from '../conflict/useCopyTypedText';

let rendered: Screen | undefined;
afterEach(async () => {
  cleanup();
  await rendered?.close();
});

const rows = [
  { id: 7, title: 'Seventh' },
  { id: 8, title: 'Eighth' },
];
const open = async (element: ReactElement) => {
  rendered = await openScreen(element, {
    respond: ({ path }) =>
      path === '/admin/thing/select' ? { envelope: { data: createListResponse(rows) } } : undefined,
  });
  return rendered.container;
};
const differ = (field: string, before: Json, value: Json) =>
  open(<Difference entity={thing} field={field} before={before} value={value} />);

it('Difference: shows titles of rows that were not loaded before', async () => {
  const screen = await differ('parent', null, 7);
  await waitFor(() => expect(screen).toHaveTextContent(/^Seventh$/));
  cleanup();
  const friendsDiff = await differ('friends', [7], [7, 8]);
  await waitFor(() => expect(friendsDiff).toHaveTextContent(/^Seventh, Eighth$/));
  expect([...friendsDiff.querySelectorAll('ins')].map(({ textContent }) => textContent)).toEqual(['Eighth']);
});

it('Difference: shows every image as a thumbnail', async () => {
  await differ('gallery', null, ['/storage/a/sea.png', '/storage/b/city.png']);
  expect(screen.getAllByRole('img')).toHaveLength(2);
  expect(screen.getByText('sea.png')).toBeInTheDocument();
  expect(screen.getByText('city.png')).toBeInTheDocument();
});

it('storedFileName: leaves out the digest that the server adds, with and without a hyphen', () => {
  const digest = '38f6a1c2'.repeat(5);
  const names = [
    `/storage/console${digest}.png`,
    `/storage/facade-${digest}.png`,
    `/storage/${digest}.png`,
    '/a/sea.png',
  ];
  expect(names.map(storedFileName)).toEqual(['console.png', 'facade.png', `${digest}.png`, 'sea.png']);
});

it('Difference: truncates no long value', async () => {
  const words = Array.from({ length: 30 }, (_, index) => `word-${index}`);
  const list = await differ('words', words, [...words, 'the-last']);
  expect(list).toHaveTextContent(/word-29, the-last$/);
  cleanup();
  const pairs = await differ('pairs', null, { color: 'red', size: 'small' });
  expect(pairs).toHaveTextContent(/^color: red, size: small$/);
});

const handlers = {} as FieldHandlers; // no handler is called
/** The form around it loads the translations. */
function Bar(props: Pick<ComponentProps<typeof ConflictBar>, 'field' | 'remoteChange'>) {
  useLazyTranslations();
  return <ConflictBar entity={thing} handlers={handlers} mine={null} {...props} />;
}
const getBar = (field: string, theirs: Json, by = anna) =>
  open(<Bar field={field} remoteChange={{ base: null, theirs, by, at: 1 }} />);
it('ConflictBar: shows the title of the row or file the other user chose', async () => {
  await getBar('parent', 8);
  expect(await screen.findByText('Anna changed this to “Eighth”')).toBeInTheDocument();
  cleanup();
  await getBar('cover', '/storage/demo/20260506/city.png');
  expect(await screen.findByText('Anna changed this to “city.png”')).toBeInTheDocument();
});

it('ConflictBar: phrases an own change elsewhere in the second person', async () => {
  await getBar('words', ['green'], { id: 'admin:0', name: 'Root' });
  expect(await screen.findByText('You changed this to “green” in another tab or through the API')).toBeInTheDocument();
});

function Taken({ form, field }: { readonly form: TypedForm; readonly field: string }) {
  const copy = useCopyTypedText(form);
  return (
    <button type="button" onClick={() => void copy([field])}>
      Copy
    </button>
  );
}
const structure = { text: 'x'.repeat(200), last: 'here' };
it.each([
  ['a long structure whole', 'extra', structure, JSON.stringify(structure)],
  [
    'formatted text without its tags',
    'body',
    '<p>One <strong>bold</strong></p><p>Two &amp; three</p>',
    'One bold\nTwo & three',
  ],
])('useCopyTypedText: copies %s', async (_what, field, value, copied) => {
  const form = {
    entity: thing,
    draft: { base: {}, mine: { [field]: value }, resolutions: {} },
    manuallyResolved: [],
  } as unknown as TypedForm; // what is read of it
  const taken: string[] = [];
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: (text: string) => Promise.resolve(void taken.push(text)) },
  });
  await open(<Taken form={form} field={field} />);
  screen.getByRole('button', { name: 'Copy' }).click();
  await waitFor(() => expect(taken).toEqual([copied]));
});
