/** Bugs of shared drafts, one node each; a unit test of shared drafts must fail with each. */
import ts from 'typescript';
import type { Mutant } from './mutants';
import { findCalls, findNodes, expectKind, ifStatements, getValues, type Search } from './syntax';

export type DraftMutant = Mutant & { readonly unit: string };

const conditionals: Search = findNodes(ts.isConditionalExpression);
/** The conditional expressions whose condition is a call of the function of this name. */
const conditionalsOn =
  (name: string): Search =>
  (root) =>
    conditionals(root).filter((node) => {
      const { condition } = expectKind(node, ts.isConditionalExpression);
      return ts.isCallExpression(condition) && condition.expression.getText() === name;
    });
const templates: Search = findNodes(ts.isTemplateExpression);
const assignmentsTo =
  (name: string): Search =>
  (root) =>
    findNodes(
      (node) => ts.isBinaryExpression(node) && ts.isPropertyAccessExpression(node.left) && node.left.name.text === name,
    )(root).map((node) => expectKind(node, ts.isBinaryExpression).right);
const comparisonsWith =
  (name: string): Search =>
  (root) =>
    findNodes(
      (node) =>
        ts.isBinaryExpression(node) &&
        node.operatorToken.kind === ts.SyntaxKind.LessThanEqualsToken &&
        node.right.getText() === name,
    )(root);
/** The condition of the statement that removes a participant who may no longer read. */
const lostAccess: Search = (root) =>
  ifStatements(root)
    .map((node) => expectKind(node, ts.isIfStatement).expression)
    .filter((condition) => condition.getText() === '!read');

export const DRAFT_MUTANTS: readonly DraftMutant[] = [
  {
    name: 'updates that come while others are stored are lost',
    unit: 'draftResponses',
    exported: 'storePending',
    within: 'finishStore',
    find: assignmentsTo('pending'),
    replace: () => '[]',
  },
  {
    name: 'who sends again what is being stored waits for the next change',
    unit: 'draftResponses',
    exported: 'storePending',
    within: 'finishStore',
    find: conditionals,
    replace: (node) => expectKind(node, ts.isConditionalExpression).whenFalse.getText(),
  },
  {
    name: 'drafts of different rows are one',
    unit: 'sharedDrafts',
    exported: 'insertDraft',
    within: 'draftKey',
    find: templates,
    replace: () => '`${e}:${f}`',
  },
  {
    name: 'an update is accepted after the permission is gone',
    unit: 'sharedDrafts',
    exported: 'createSharedDrafts',
    within: 'update',
    find: findCalls('getAccess'),
    replace: () => '{ read: true, write: true, suggest: false }',
  },
  {
    name: 'frames go on to somebody who may no longer read',
    unit: 'sharedDrafts',
    exported: 'createSharedDrafts',
    within: 'recheckDraft',
    find: lostAccess,
    replace: () => 'false',
  },
  {
    name: 'a save leaves the writers of the draft',
    unit: 'sharedDrafts',
    exported: 'continueDrafts',
    within: 'continueDraft',
    find: conditionals,
    replace: (node) => expectKind(node, ts.isConditionalExpression).whenFalse.getText(),
  },
  {
    name: 'an author accepts an own suggestion',
    unit: 'sharedSuggestions',
    exported: 'isOwnSuggestion',
    within: 'tryUpdate',
    find: findCalls('eq'),
    replace: (node) => `(${node.getText()} || before.textContent === after.textContent)`,
  },
  {
    name: 'text of others stays lost with a block of another type',
    unit: 'sameBlock',
    exported: 'restoreLostText',
    within: 'restore',
    find: findCalls('insertText'),
    replace: () => 'undefined',
  },
  {
    name: 'text of others is lost with a deleted block',
    unit: 'sameBlock',
    exported: 'restoreLostText',
    within: 'restore',
    find: findCalls('insertInParagraph'),
    replace: () => 'undefined',
  },
  {
    name: 'two servers type lost text again',
    unit: 'sameBlock',
    exported: 'selectOwn',
    within: 'selectOwn',
    find: conditionalsOn('isOwnChange'),
    replace: () => '[text]',
  },
  {
    name: 'what is typed at the end of the first half of a split block jumps to the second half',
    unit: 'sameBlock',
    exported: 'findLateText',
    within: 'isKnown',
    find: comparisonsWith('seen'),
    replace: () => 'false',
  },
  {
    name: 'editors get a notice for each suggestion',
    unit: 'suggestionNotices',
    exported: 'withoutNews',
    within: 'withoutNews',
    find: getValues('isAnnounced'),
    replace: () => 'false',
  },
];
