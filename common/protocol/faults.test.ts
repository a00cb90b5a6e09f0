/** Every fault and every issue has a text in both languages, with all its parameters. */
import { describe, expect, it } from '@jest/globals';
import { ISSUE_CODES } from '../entity/issue';
import { LANGUAGES } from '../lang';
import { findTranslation, translateFault, translateIssue } from '../locales/translate';
import { Fault, fault, FAULTS, faultSpec, type FaultCode } from './faults';

const codes = Object.keys(FAULTS) as FaultCode[];

describe('fault catalog', () => {
  it.each(codes)('%s has a sentence in both languages, naming exactly its parameters', (code) => {
    for (const lang of LANGUAGES) {
      const sentence = findTranslation(lang, `faults.${code}`) ?? '';
      const named = [...sentence.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]);
      expect(sentence).not.toBe('');
      expect([...named].sort()).toEqual([...(faultSpec(code).params ?? [])].sort());
    }
  });
  it.each(ISSUE_CODES)('the issue %s has a sentence with the same parameters in both languages', (code) => {
    const named = LANGUAGES.map((lang) =>
      [...(findTranslation(lang, `issues.${code}`) ?? '').matchAll(/\{\{\w+\}\}/g)].map(String).sort(),
    );
    expect(findTranslation('en', `issues.${code}`)).toBeDefined();
    expect(named[0]).toEqual(named[1]);
  });
  it('distinguishes the meanings of 409', () => {
    expect(faultSpec('auth.expired')).toMatchObject({ http: 200, code: 409 });
    expect(faultSpec('row.duplicate')).toMatchObject({ http: 409, code: 0 });
    expect(faultSpec('row.conflict')).toMatchObject({ http: 200, code: 412 });
  });
  it('uses the specified texts', () => {
    expect(translateFault('en', fault('row.duplicate'))).toBe('The same data already exists in the system!');
    expect(translateFault('en', fault('access.denied'))).toBe('You do not have permission to operate!');
    expect(translateFault('en', fault('route.missing', { url: '/admin/ghost' }))).toBe(
      'Error requesting address: /admin/ghost',
    );
    expect(translateFault('zh-cn', fault('upload.picture', { name: 'a.png' }))).toContain('“a.png”');
  });
});

describe('a fault', () => {
  it('is an error with its code, parameters, invalid fields and data', () => {
    const raised = fault('row.invalid', undefined, { fields: [{ path: 'title', code: 'required' }], data: { id: 1 } });
    expect(raised).toBeInstanceOf(Fault);
    expect(raised).toBeInstanceOf(Error);
    expect(raised).toMatchObject({ code: 'row.invalid', params: {}, fields: [{ path: 'title' }], data: { id: 1 } });
  });
  it('has a message about an invalid field', () => {
    expect(translateIssue('en', { path: 'title', code: 'too_long', params: { max: 60 } })).toBe(
      'At most 60 characters',
    );
    expect(translateIssue('zh-cn', { path: 'title', code: 'too_long', params: { max: 60 } })).toBe('最多 60 个字符');
  });
});
