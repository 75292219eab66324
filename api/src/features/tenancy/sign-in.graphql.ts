import { builder } from '#graphql/builder.ts';

const SingleSignOn = builder.objectRef<{ providerId: string; name: string }>('SingleSignOn').implement({
  description: "The company's own sign-in service.",
  fields: (t) => ({
    providerId: t.exposeString('providerId', {
      description: 'What to name when starting the sign-in.',
    }),
    name: t.exposeString('name', {
      description: 'What to write on the button.',
    }),
  }),
});

type Options = {
  emailAndPassword: boolean;
  singleSignOn: { providerId: string; name: string } | null;
  demo: boolean;
};
const SignInOptions = builder.objectRef<Options>('SignInOptions').implement({
  description: 'How people may sign in here.',
  fields: (t) => ({
    emailAndPassword: t.exposeBoolean('emailAndPassword', {
      description: 'With address and password.',
    }),
    singleSignOn: t.expose('singleSignOn', {
      type: SingleSignOn,
      nullable: true,
      description: "With the company's own service.",
    }),
    demo: t.exposeBoolean('demo', {
      description: 'Whether this is a demo, so the page may say how to get in.',
    }),
  }),
});

builder.queryField('signInOptions', (t) =>
  t.field({
    type: SignInOptions,
    description: 'How people may sign in here. Open to everybody.',
    resolve: (_root, _args, ctx) => ({
      emailAndPassword: true,
      singleSignOn: ctx.people.singleSignOn,
      demo: ctx.demo,
    }),
  }),
);
