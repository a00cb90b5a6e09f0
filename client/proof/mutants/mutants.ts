/** Bugs as people make them, one node each: a suite that misses one of them proves nothing. */
import ts from 'typescript';
import type { RunOptions } from '../runOptions';
import {
  findCalls,
  conditionalExpressions,
  findNodes,
  expectKind,
  findNode,
  firstMatch,
  ifStatements,
  ifStatementsWithLessThan,
  lastName,
  replaceNode,
  getStatement,
  stringsWith,
  getValues,
  type Search,
  type SourceEdit,
} from './syntax';

export interface Mutant {
  readonly name: string;
  /** A name that only the mutated file exports. */
  readonly exported: string;
  /** The function or constant of that file which holds the node. */
  readonly within: string;
  /** Finds exactly one node below it. */
  readonly find: Search;
  /** The text that takes the node's place. */
  readonly replace: (node: ts.Node) => string;
  /** The only database on which the mutant can show. */
  readonly dialect?: RunOptions['dialect'];
  /** Whether it shows only in runs that change groups. */
  readonly permissions?: boolean;
  /** Longest sequence of commands it needs, where 40 are not enough. */
  readonly length?: number;
  /** Name of the unit test file that fails with the mutant; without one only the model-based test can catch it. */
  readonly unit?: string;
}

/** The edit of the sources that makes a mutant. Throws when its node is not found exactly once. */
export function createSourceEdit({ exported, within, find, replace }: Mutant): SourceEdit {
  const node = findNode(exported, within, find);
  return replaceNode(node, replace(node));
}

const remove = () => '';
const callArguments = (node: ts.Node) => expectKind(node, ts.isCallExpression).arguments;
/** A condition that is met always. */
const orTrue = (node: ts.Node) => `(${node.getText()}) || true`;
const getConditions =
  (search: Search): Search =>
  (root) =>
    search(root).map((node) => expectKind(node, ts.isIfStatement).expression);
const getArguments =
  (name: string, at: number): Search =>
  (root) =>
    findCalls(name)(root).flatMap((call) => callArguments(call)[at] ?? []);
const calledOn =
  (method: string, object: string): Search =>
  (root) =>
    findCalls(method)(root).filter((call) => {
      const { expression } = expectKind(call, ts.isCallExpression);
      return ts.isPropertyAccessExpression(expression) && lastName(expression.expression) === object;
    });
/** The last element of the list that a property of an object literal holds. */
const getLastElement = (node: ts.Node, property: string): string => {
  const list = getValues(property)(node).map((value) => expectKind(value, ts.isArrayLiteralExpression))[0];
  return expectKind(list?.elements.at(-1), ts.isExpression).getText();
};

/** A short run makes only the first of them. */
export const MUTANTS: readonly Mutant[] = [
  {
    name: 'a frame carries columns its reader may not read',
    unit: 'frameInvariants',
    exported: 'resolveSpec',
    within: 'resolveEntityTopic',
    find: getArguments('readableColumns', 0),
    replace: (actor) => `{ ...${actor.getText()}, kind: 'system' }`,
  },
  {
    name: 'sequence numbers of the change log have gaps',
    unit: 'changeLog',
    exported: 'appendAndCommit',
    within: 'appendInSeparateStatements',
    dialect: 'sqlite',
    find: stringsWith('UPDATE change_head'),
    replace: (statement) => statement.getText().replace('last + ?', 'last + 1 + ?'),
  },
  {
    name: 'frames carry long values',
    unit: 'frameInvariants',
    exported: 'resolveSpec',
    within: 'resolveEntityTopic',
    find: getValues('columns'),
    replace: (filtered) =>
      expectKind(
        expectKind(filtered, ts.isCallExpression).expression,
        ts.isPropertyAccessExpression,
      ).expression.getText(),
  },
  {
    name: 'a row that leaves a list is not published',
    unit: 'liveHub',
    exported: 'projectChange',
    within: 'projectChange',
    find: findNodes(
      (node) => ts.isReturnStatement(node) && node.expression !== undefined && getValues('op')(node).length > 0,
    ),
    replace: () => 'return undefined;',
  },
  {
    name: 'an edit is merged whatever its base value',
    unit: 'merge',
    exported: 'mergeEdit',
    within: 'isBaseValue',
    find: firstMatch(getConditions(ifStatements)),
    replace: orTrue,
  },
  {
    name: 'an older revision replaces a newer one in the client store',
    unit: 'entities',
    exported: 'mergeRow',
    within: 'mergeRow',
    find: (root) => ifStatementsWithLessThan(root).map((node) => expectKind(node, ts.isIfStatement).thenStatement),
    replace: (node) => expectKind(ifStatements(node.parent.parent)[0], ts.isIfStatement).thenStatement.getText(),
  },
  {
    name: 'the image before a change is that after it',
    unit: 'frameInvariants',
    exported: 'projectChange',
    within: 'reconstructRowBefore',
    find: conditionalExpressions,
    replace: (node) => {
      const { condition, whenTrue } = expectKind(node, ts.isConditionalExpression);
      return `${expectKind(condition, ts.isBinaryExpression).left.getText()} ?? ${whenTrue.getText()}`;
    },
  },
  {
    name: 'a patch of an older revision is applied',
    unit: 'entities',
    exported: 'mergeRow',
    within: 'mergeFieldChanges',
    find: ifStatementsWithLessThan,
    replace: remove,
  },
  {
    name: 'rows outside the scope of the reader are published',
    unit: 'liveHub',
    exported: 'resolveSpec',
    within: 'resolveEntityTopic',
    find: (root) => getValues('matches')(root).flatMap((call) => callArguments(call)[1] ?? []),
    replace: (filter) => getLastElement(filter.parent, 'all'),
  },
  {
    name: 'readers of different permission classes share a topic',
    unit: 'frameInvariants',
    exported: 'resolveSpec',
    within: 'resolveEntityTopic',
    find: (root) => getValues('name')(root).flatMap((call) => callArguments(call)[0] ?? []),
    replace: (list) => {
      const { elements } = expectKind(list, ts.isArrayLiteralExpression);
      return `[${elements
        .slice(0, -1)
        .map((element) => element.getText())
        .join(', ')}]`;
    },
  },
  {
    name: 'an idempotency key is not looked up',
    unit: 'writer',
    exported: 'claimIdempotencyKey',
    within: 'claimIdempotencyKey',
    find: firstMatch(getConditions(ifStatements)),
    replace: orTrue,
  },
  {
    name: 'the ring buffer is read one change too late',
    unit: 'resubscribe',
    exported: 'createRingBuffer',
    within: 'collectBetween',
    find: getArguments('findFirstAfter', 2),
    replace: (after) => `${after.getText()} + 1`,
  },
  {
    name: 'a reader that reconnects is not sent what it missed',
    unit: 'resubscribe',
    exported: 'createSubscribe',
    within: 'catchUpChanges',
    find: firstMatch(getConditions(ifStatements)),
    replace: orTrue,
  },
  {
    name: 'a frame of one topic advances the cursors of all',
    unit: 'topics',
    exported: 'deliverFrame',
    within: 'deliverFrame',
    find: getStatement(
      findNodes(
        (node) =>
          ts.isBinaryExpression(node) && ts.isPropertyAccessExpression(node.left) && node.left.name.text === 'cursor',
      ),
    ),
    replace: (node) => {
      const { right } = expectKind(expectKind(node, ts.isExpressionStatement).expression, ts.isBinaryExpression);
      return `for (const other of registry.byKey.values()) other.cursor = ${right.getText()};`;
    },
  },
  {
    name: 'what one subscription missed is delivered to all of its topic',
    unit: 'topics',
    exported: 'deliverFrame',
    within: 'deliverFrame',
    find: (root) =>
      ifStatements(root).filter(
        (node) => findNodes((part) => ts.isIdentifier(part) && part.text === 'to')(node).length > 0,
      ),
    replace: remove,
  },
  {
    name: 'a topic without subscribers is not unsubscribed',
    unit: 'topics',
    exported: 'subscribeTopic',
    within: 'subscribeTopic',
    find: getStatement(calledOn('add', 'unsubscribed')),
    replace: remove,
  },
  {
    name: 'a hidden tab is not caught up when it is shown',
    unit: 'resubscribe',
    exported: 'createBackpressure',
    within: 'resume',
    find: getStatement(findCalls('catchUpAllTopics')),
    replace: remove,
  },
  {
    name: 'subscriptions are not re-authorized after a change of permissions',
    unit: 'resubscribe',
    exported: 'createFanout',
    within: 'processBatch',
    permissions: true,
    find: getStatement(findCalls('reauthorize')),
    replace: remove,
  },
  {
    name: 'a page fetched again with the same cursor continues where the old one was',
    exported: 'useRows',
    within: 'useRows',
    find: findCalls('useTopic'),
    replace: (node) => {
      const [topic, since, handlers] = callArguments(node).map((argument) => argument.getText());
      return `useTopic(${topic}, ${since}, ${handlers})`;
    },
  },
  {
    name: 'showing what waits drops what arrived since the last render',
    exported: 'useRows',
    within: 'listReducer',
    find: (root) => findCalls('applyPending')(root).map(({ parent }) => parent),
    replace: (node) => {
      const { right } = expectKind(node, ts.isBinaryExpression);
      return `{ ...(${node.getText()}), total: ${right.getText()}.ids.length }`;
    },
  },
  {
    name: 'writers read at REPEATABLE READ',
    unit: 'openDb',
    exported: 'openMariadb',
    within: 'WRITER_SESSION',
    dialect: 'mariadb',
    find: stringsWith('ISOLATION LEVEL'),
    replace: (statement) => statement.getText().replace('READ COMMITTED', 'REPEATABLE READ'),
  },
];
