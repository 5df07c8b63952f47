/** What stands for the editor's own module: anything that is asked for is there, and does nothing. */
const settings = JSON.parse(process.env.SETTINGS || '{}');

function anything() {
  return new Proxy(class {}, {
    get: (target, name) => {
      if (name === 'prototype') return target.prototype;
      if (name === 'then') return undefined;
      if (name === Symbol.toPrimitive) return () => '';
      if (name === Symbol.iterator) return function* () {};
      target[name] ??= anything();
      return target[name];
    },
    apply: () => anything(),
    construct: () => ({ dispose() {}, event: () => ({ dispose() {} }), fire() {} }),
  });
}

const nothing = { dispose() {} };
const getConfiguration = () => ({ get: (name, otherwise) => settings[name] ?? otherwise });
const known = {
  version: '1.91.0',
  workspace: new Proxy(
    {
      getConfiguration,
      workspaceFolders: [],
      textDocuments: [],
      notebookDocuments: [],
      onDidChangeConfiguration: () => nothing,
    },
    { get: (target, name) => target[name] ?? anything() },
  ),
  commands: { registerCommand: () => nothing, executeCommand: async () => {} },
};

module.exports = new Proxy(known, {
  get: (target, name) => {
    target[name] ??= anything();
    return target[name];
  },
});
