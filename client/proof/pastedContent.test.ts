/**
 * Whatever the editor makes of pasted HTML, a shared draft accepts it, and a save changes nothing of it.
 * @jest-environment ./config/jest/domEnvironment.ts
 */
import { afterEach, describe, expect, it } from '@jest/globals';
import { Editor } from '@tiptap/core';
import * as fc from 'fast-check';
import { applyUpdate, Doc, encodeStateAsUpdate } from 'yjs';
import { findDraftFault } from '../../server/testing/live/findDraftFault';
import { htmlToDocument, normalizeHtml, pasteHtml } from '../engine/richText/editorContent';
import { viewExtensions } from '../engine/richText/extensions';
import { createDraftCursors } from '../engine/richText/sharedDraft/draftCursors';
import { sharedExtensions } from '../engine/richText/sharedDraft/sharedExtensions';

const GOOGLE_DOCS =
  '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr" style="line-height:1.38;"><span>Before</span></p>' +
  '<div dir="ltr" align="left"><table style="border:none;border-collapse:collapse;"><colgroup><col width="312" /><col width="312" /></colgroup><tbody>' +
  '<tr style="height:0pt"><td style="border-left:solid #000 1pt;"><p dir="ltr"><span>g1</span></p></td><td><p dir="ltr"><span>g2</span></p></td></tr></tbody></table></div>' +
  '<ol style="margin-top:0" start="3"><li dir="ltr" style="list-style-type:upper-roman" aria-level="1"><p role="presentation">one</p></li></ol></b>';
const EXCEL =
  '<html xmlns:x="urn:schemas-microsoft-com:office:excel"><body><table border=0 cellpadding=0 cellspacing=0 width=192 style="width:144pt"><col width=64 span=3 style="width:48pt">' +
  '<tr height=20><td height=20 class=xl65 width=64 colspan=2 style="height:15pt">A1</td><td width=64>C1</td></tr><tr><td>A2</td><td>B2</td><td></td></tr></table></body></html>';
const WORD =
  '<html xmlns:o="urn:schemas-microsoft-com:office:office"><body lang=EN-US><p class=MsoNormal>Text<o:p></o:p></p><table class=MsoTableGrid border=1 cellspacing=0>' +
  '<tr><td width=312 valign=top style="width:233.75pt;border:solid windowtext 1.0pt"><p class=MsoNormal>w1<o:p></o:p></p></td><td width=312><p class=MsoNormal>w2</p></td></tr></table>' +
  '<p class=MsoListParagraph style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">1.<span>&nbsp;</span></span>first</p><img width=200 src="file:///C:/a.png"></body></html>';

const editors: Editor[] = [];
afterEach(() => {
  for (const editor of editors.splice(0)) editor.destroy();
});
/** Pastes into an empty draft; returns the editor and why the server refuses a change of it. */
function paste(html: string) {
  const [doc, server] = [new Doc(), new Doc()];
  const faults: unknown[] = [];
  const cursors = createDraftCursors(() => undefined);
  const extensions = [...viewExtensions((path) => path, false), ...sharedExtensions(doc, cursors)];
  const element = document.createElement('div');
  const editor = new Editor({ element, extensions, content: htmlToDocument(''), injectCSS: false });
  editors.push(editor);
  applyUpdate(server, encodeStateAsUpdate(doc));
  doc.on('update', (update: Uint8Array) => {
    const fault = findDraftFault(server, update);
    if (fault !== undefined) faults.push(fault);
    applyUpdate(server, update);
  });
  pasteHtml(editor.view, html);
  return { editor, faults };
}

describe('pasted content', () => {
  it.each([
    ['Google Docs', GOOGLE_DOCS, 'g1'],
    ['Excel', EXCEL, 'C1'],
    ['Word', WORD, 'w1'],
  ])('a table of %s is accepted, and is stored as it is shown', (_, html, text) => {
    const { editor, faults } = paste(html);
    expect(faults).toEqual([]);
    expect(editor.getText()).toContain(text);
    expect(editor.getHTML()).toContain('<table>');
    expect(editor.getHTML()).not.toContain('312');
    expect(normalizeHtml(editor.schema, editor.getHTML())).toBe(editor.getHTML());
  });
  it('values that a draft does not accept become the usual ones', () => {
    const { editor, faults } = paste(
      '<table><tr><td colspan="0" rowspan="many">a</td></tr></table><ol start="x"><li>b</li></ol>' +
        `<p><a href="123">c</a> <a href="https://example.org/${'d'.repeat(5_000)}">e</a></p>`,
    );
    expect(faults).toEqual([]);
    expect(editor.getHTML()).toBe(
      '<p></p><table><tbody><tr><td colspan="1" rowspan="1"><p>a</p></td></tr></tbody></table><ol><li><p>b</p></li></ol><p>c e</p>',
    );
  });
  it('any elements with any attributes are accepted', () => {
    const value = fc.oneof(
      fc.constantFrom(
        '',
        '0',
        '1',
        '-5',
        '3',
        '101',
        '1e400',
        'x',
        'true',
        '/storage/a.png',
        'https://example.org',
        '12,x',
      ),
      fc.string({ maxLength: 8 }).map((text) => text.replaceAll(/["<>&]/g, '')),
    );
    const name = fc.constantFrom(
      ...'class href target rel src alt title type width height start span colspan rowspan colwidth align'.split(' '),
    );
    const attributes = fc
      .array(fc.tuple(name, value), { maxLength: 4 })
      .map((pairs) => pairs.map(([key, text]) => ` ${key}="${text}"`).join(''));
    const tag = fc.constantFrom(
      ...'p h2 h3 ul ol li blockquote pre code table td th tr figure figcaption a strong sub img'.split(' '),
    );
    const { node } = fc.letrec<{ node: string }>((tie) => ({
      node: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        fc.constantFrom('text', 'more'),
        fc
          .tuple(tag, attributes, fc.array(tie('node'), { maxLength: 3 }))
          .map(([element, list, children]) => `<${element}${list}>${children.join('')}</${element}>`),
        fc
          .tuple(attributes, attributes, tie('node'))
          .map(
            ([col, cell, text]) => `<table><colgroup><col${col}></colgroup><tr><td${cell}>${text}</td></tr></table>`,
          ),
      ),
    }));
    fc.assert(
      fc.property(node, (html) => {
        expect([html, paste(html).faults]).toEqual([html, []]);
        for (const editor of editors.splice(0)) editor.destroy();
      }),
      { numRuns: 40 },
    );
  });
});
