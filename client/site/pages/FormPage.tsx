/**
 * A page with a form. The script sends it without leaving the page; without the script the browser submits it, and the response is the
 * page with the errors.
 */
import type { FormField, PageContent, RefusedForm, SiteForm } from '../../../common/site/pageData';
import { createContext, useContext } from 'react';
import { captchaPath } from '../../../common/site/captchaPath';
import { LangContext, useSiteTexts } from '../siteTexts';
import { PageHead } from './ListPage';

type FormContent = PageContent & { readonly kind: 'form' };

interface FormPageProps {
  readonly content: FormContent;
}

export function FormPage({ content }: FormPageProps) {
  return (
    <div className="form-page">
      <PageHead title={content.title} text={content.text} />
      <SentNote />
      <SiteFormView form={content.form} privacyHref={content.privacyHref} />
    </div>
  );
}

/** The confirmation of a form that was sent without the script: hidden until the address names it. */
function SentNote() {
  const { form, received } = useSiteTexts();
  return (
    <div className="sent sent-note" id="sent" tabIndex={-1}>
      <h2>{form.sent_title}</h2>
      <p>{received}</p>
      <p>
        <a href="#content">{form.another}</a>
      </p>
    </div>
  );
}

/** The values and errors that a rejected form shows again; empty for a new form. */
const RefusedContext = createContext<RefusedForm>({ values: {}, errors: {}, message: '' });

function SiteFormView({ form, privacyHref }: { readonly form: SiteForm; readonly privacyHref: string }) {
  const texts = useSiteTexts().form;
  const { refused = { values: {}, errors: {}, message: '' } } = form;
  return (
    <RefusedContext.Provider value={refused}>
      <form method="post" action={form.action} data-form={form.name} noValidate>
        {form.fields.filter(hasChoices).map((field) => (
          <Field key={field.name} field={field} />
        ))}
        <Captcha />
        <div className="field">
          <label className="check">
            <input
              type="checkbox"
              name="consent"
              value="true"
              required
              defaultChecked={refused.values['consent'] !== undefined}
              {...errorAttributes(refused, 'consent')}
            />
            <span>
              {texts.consent} {privacyHref !== '' && <a href={privacyHref}>{texts.privacy}</a>}
            </span>
          </label>
          <ErrorNote name="consent" />
        </div>
        <p className="form-error" role="alert" data-form-error>
          {refused.message}
        </p>
        <button
          className="button"
          type="submit"
          data-sending={texts.sending}
          data-offline={texts.offline}
          data-sent-title={texts.sent_title}
          data-another={texts.another}
        >
          {texts.submit}
        </button>
      </form>
    </RefusedContext.Provider>
  );
}

/** A list of boxes without a box is not shown. */
const hasChoices = ({ type, options }: FormField): boolean => type !== 'checkboxes' || options?.length !== 0;

const errorAttributes = ({ errors }: RefusedForm, name: string, hint?: string) => ({
  'aria-describedby': hint === undefined ? `error-${name}` : `hint-${name} error-${name}`,
  ...(errors[name] === undefined ? {} : { 'aria-invalid': true }),
});

const ErrorNote = ({ name }: { readonly name: string }) => (
  <p className="error" id={`error-${name}`} role="alert">
    {useContext(RefusedContext).errors[name]}
  </p>
);

/** Hidden until the server requires it. The buttons need the script, which shows them. */
function Captcha() {
  const texts = useSiteTexts().form;
  const lang = useContext(LangContext);
  const refused = useContext(RefusedContext);
  const id = refused.captchaId;
  const source = id === undefined ? {} : { src: captchaPath(id, 'picture', lang) };
  return (
    <div className="field captcha" data-captcha hidden={id === undefined}>
      <label htmlFor="field-captcha">{texts.captcha}</label>
      <img alt={texts.captcha} width={160} height={60} data-captcha-picture {...source} />
      <p data-captcha-question hidden />
      <input type="hidden" name="captchaId" defaultValue={id ?? ''} />
      <input id="field-captcha" name="captcha" autoComplete="off" {...errorAttributes(refused, 'captcha')} />
      <p className="actions" data-captcha-actions hidden>
        <button type="button" className="plain" data-captcha-again>
          {texts.captcha_again}
        </button>
        <button type="button" className="plain" data-captcha-words>
          {texts.captcha_words}
        </button>
      </p>
      <ErrorNote name="captcha" />
    </div>
  );
}

function Field({ field }: { readonly field: FormField }) {
  const texts = useSiteTexts().form;
  const refused = useContext(RefusedContext);
  const { name, label, type, isRequired } = field;
  const id = `field-${name}`;
  const marked = isRequired ? (
    <>
      {label} <span className="required">({texts.required})</span>
    </>
  ) : (
    label
  );
  if (type === 'checkboxes')
    return (
      <fieldset className="field">
        <legend>{marked}</legend>
        <div className="checks">
          {field.options?.map(({ value, label: option }) => (
            <label className="check" key={value}>
              <input
                type="checkbox"
                name={`${name}[]`}
                value={value}
                defaultChecked={refused.values[`${name}[]`]?.includes(value) === true}
              />
              <span>{option}</span>
            </label>
          ))}
        </div>
        <ErrorNote name={name} />
      </fieldset>
    );
  return (
    <div className="field">
      <label htmlFor={id}>{marked}</label>
      {field.hint !== undefined && (
        <p className="hint" id={`hint-${name}`}>
          {field.hint}
        </p>
      )}
      <Control field={field} id={id} />
      <ErrorNote name={name} />
    </div>
  );
}

function Control({ field, id }: { readonly field: FormField; readonly id: string }) {
  const texts = useSiteTexts().form;
  const { name, type, isRequired, maxLength, autoComplete, options = [] } = field;
  const refused = useContext(RefusedContext);
  const defaultValue = refused.values[name]?.[0] ?? '';
  const shared = { id, name, required: isRequired, defaultValue, ...errorAttributes(refused, name, field.hint) };
  const limits = {
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(autoComplete === undefined ? {} : { autoComplete }),
  };
  if (type === 'textarea') return <textarea rows={5} {...shared} {...limits} />;
  if (type === 'select')
    return (
      <select {...shared}>
        <option value="">{texts.choose}</option>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    );
  return <input type={type} {...shared} {...limits} />;
}
