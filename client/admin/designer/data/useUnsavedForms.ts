/** Which forms of the designer have edits that are not stored yet. */
import { useCallback, useState } from 'react';
import type { OpenDesign } from './designContext';

const NONE: ReadonlySet<string> = new Set();

export function useUnsavedForms(): Pick<OpenDesign, 'unsavedForms' | 'reportUnsaved'> {
  const [unsavedForms, setUnsaved] = useState(NONE);
  const reportUnsaved = useCallback(
    (form: string, isUnsaved: boolean) =>
      setUnsaved((current) => {
        if (current.has(form) === isUnsaved) return current;
        const others = [...current].filter((key) => key !== form);
        return new Set(isUnsaved ? [...others, form] : others);
      }),
    [],
  );
  return { unsavedForms, reportUnsaved };
}
