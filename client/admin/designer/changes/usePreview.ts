/** The server's preview of the open design: its problems, and what applying it changes. */
import type { DesignPreview, DesignProblem } from '../../../../common/designer/design';
import { useDebouncedValue } from '../../../shared/app/useDebouncedValue';
import { isCallFault, type CallFault } from '../../../shared/api/faults';
import { designerApi, useDesignPreviewQuery } from '../data/designerApi';
import { useOpenDesign } from '../data/designContext';

const NO_PROBLEMS: readonly DesignProblem[] = [];
const DEBOUNCE_MS = 400;

export interface ServerPreview {
  /** Undefined while it is fetched, and while there are problems. */
  readonly preview: DesignPreview | undefined;
  /** Problems found here, otherwise those that only the server knows. */
  readonly problems: readonly DesignProblem[];
  /** The changes of a design that stored values prevent. */
  readonly blocked: DesignPreview | undefined;
  readonly fault: CallFault | undefined;
  readonly refetch: () => void;
}

export function usePreview(): ServerPreview {
  const { id, version, problems } = useOpenDesign();
  const settledVersion = useDebouncedValue(version, DEBOUNCE_MS);
  const hasProblems = problems.length > 0;
  const { currentData, error, refetch } = useDesignPreviewQuery(
    { id, version: settledVersion },
    { skip: hasProblems, refetchOnMountOrArgChange: true },
  );
  const response = hasProblems || settledVersion !== version ? undefined : currentData;
  return {
    preview: response?.problems.length === 0 ? response : undefined,
    blocked:
      response !== undefined && response.problems.length > 0 && response.changes.length > 0 ? response : undefined,
    problems: hasProblems ? problems : (response?.problems ?? NO_PROBLEMS),
    fault: isCallFault(error) && !hasProblems ? error : undefined,
    refetch: () => void refetch(),
  };
}

const { useQueryState } = designerApi.endpoints.designPreview;

/** All known problems of the open design, with those of the server once a preview of this version has found them. */
export function useKnownProblems(): readonly DesignProblem[] {
  const { id, version, problems } = useOpenDesign();
  const { currentData } = useQueryState({ id, version });
  return problems.length > 0 ? problems : (currentData?.problems ?? NO_PROBLEMS);
}
