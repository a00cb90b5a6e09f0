/** The markup limit accepts normal texts, refuses texts that are expensive to parse, and scans in linear time. */
import { describe, expect, it } from '@jest/globals';
import { LIMITS } from '../limits';
import { findMarkupIssue } from './markupLimits';

const getIssueCode = (html: string) => findMarkupIssue(html)?.code;

describe('markup limit', () => {
  it('accepts long texts, large tables and unclosed paragraphs', () => {
    for (const html of [
      '<p>text</p>'.repeat(9_000),
      `<table>${'<tr><td>a<td>b'.repeat(6_000)}</table>`,
      '<p>one'.repeat(5_000),
      '<br>'.repeat(10_000),
      `${'<ul><li>'.repeat(20)}${'</li></ul>'.repeat(20)}`,
      'a < b and c > d '.repeat(50_000),
      '',
    ])
      expect([html.slice(0, 20), getIssueCode(html)]).toEqual([html.slice(0, 20), undefined]);
  });

  it('refuses more tags than the limit, closed or not', () => {
    expect(getIssueCode('<br>'.repeat(LIMITS.richTextTags + 1))).toBe('too_many_tags');
    expect(getIssueCode('<b></b>'.repeat(LIMITS.richTextTags / 2 + 1))).toBe('too_many_tags');
    expect(getIssueCode('</p>'.repeat(LIMITS.richTextTags + 1))).toBe('too_many_tags');
  });

  it('refuses more characters <, > and & than the limit, also outside of tags', () => {
    for (const mark of ['&amp;', '< ', '>']) {
      expect(getIssueCode(mark.repeat(LIMITS.richTextMarks))).toBeUndefined();
      expect(getIssueCode(mark.repeat(LIMITS.richTextMarks + 1))).toBe('too_many_marks');
    }
  });

  it('refuses elements that are nested deeper than the limit', () => {
    expect(getIssueCode('<div>'.repeat(LIMITS.richTextDepth))).toBeUndefined();
    for (const piece of ['<div>', '<b>', '<table><td>', '<ul><li>', '<B class="x">', '<td><li>'])
      expect([piece, getIssueCode(piece.repeat(LIMITS.richTextDepth + 1))]).toEqual([piece, 'too_deep']);
  });

  it('scans a megabyte of any text in linear time', () => {
    const getCost = (html: string): number => {
      const start = Date.now();
      findMarkupIssue(html);
      return Date.now() - start;
    };
    for (const piece of ['<', '</', '<a', '<b ', 'a<', '<'.repeat(50), '<a='])
      expect(getCost(piece.repeat(Math.floor((1024 * 1024) / piece.length)))).toBeLessThan(2_000);
  });
});
