/** Buttons below the text of a shared draft that go to people whose caret is outside of the visible part. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { Editor } from '@tiptap/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

type Side = 'above' | 'below';
const SIDES: readonly Side[] = ['above', 'below'];

/** The carets of others above and below the visible part of the text. */
function findDistantCarets(text: HTMLElement): Readonly<Record<Side, readonly Element[]>> {
  const box = text.getBoundingClientRect();
  const [top, bottom] = [Math.max(0, box.top), Math.min(window.innerHeight, box.bottom)];
  const carets = [...text.querySelectorAll('.shared-cursor')];
  return {
    above: carets.filter((caret) => caret.getBoundingClientRect().bottom <= top),
    below: carets.filter((caret) => caret.getBoundingClientRect().top >= bottom),
  };
}
const readNames = (carets: readonly Element[]): readonly string[] => [
  ...new Set(carets.map((caret) => caret.querySelector('.shared-cursor-name')?.textContent ?? '')),
];
const readSides = (editor: Editor) => {
  const carets = findDistantCarets(editor.view.dom);
  return { above: readNames(carets.above), below: readNames(carets.below) };
};

/** The names of the people outside of the visible part. */
function useDistantPeople(editor: Editor): Readonly<Record<Side, readonly string[]>> {
  const [people, setPeople] = useState<Readonly<Record<Side, readonly string[]>>>({ above: [], below: [] });
  useEffect(() => {
    let frame: number | undefined;
    const update = () => {
      frame = undefined;
      if (editor.isDestroyed) return;
      const next = readSides(editor);
      setPeople((known) => (JSON.stringify(known) === JSON.stringify(next) ? known : next));
    };
    const schedule = () => (frame ??= requestAnimationFrame(update));
    editor.on('transaction', schedule);
    window.addEventListener('scroll', schedule, { capture: true, passive: true });
    window.addEventListener('resize', schedule);
    schedule();
    return () => {
      editor.off('transaction', schedule);
      window.removeEventListener('scroll', schedule, { capture: true });
      window.removeEventListener('resize', schedule);
      if (frame !== undefined) cancelAnimationFrame(frame);
    };
  }, [editor]);
  return people;
}

export function DistantCarets({ editor }: { readonly editor: Editor }) {
  const { t } = useTranslation();
  const people = useDistantPeople(editor);
  const shown = SIDES.filter((side) => people[side].length > 0);
  if (shown.length === 0) return null;
  const go = (side: Side) => {
    const carets = findDistantCarets(editor.view.dom)[side];
    // the nearest one first
    carets.at(side === 'above' ? -1 : 0)?.scrollIntoView({ block: 'center' });
  };
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, px: 2, py: 1, borderTop: 1, borderColor: 'divider' }}>
      {shown.map((side) => {
        const names = people[side].join(t('history.comma'));
        return (
          <Button
            key={side}
            size="small"
            aria-label={t('richText.shared_go', { names })}
            onClick={() => go(side)}
            sx={{ overflowWrap: 'anywhere' }}
          >
            {t(`richText.shared_${side}`, { names })}
          </Button>
        );
      })}
    </Box>
  );
}
