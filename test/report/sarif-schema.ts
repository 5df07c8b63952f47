/**
 * What SARIF 2.1.0 demands of the parts that cfgtool writes, and nothing beside them: a log that keeps this keeps the
 * whole schema, since every object here is closed and every property has the type that the standard gives it.
 */
const text = { type: 'string', minLength: 1 };
const message = { type: 'object', required: ['text'], additionalProperties: false, properties: { text } };
const region = {
  type: 'object',
  required: ['startLine', 'startColumn', 'endLine', 'endColumn'],
  additionalProperties: false,
  properties: Object.fromEntries(
    ['startLine', 'startColumn', 'endLine', 'endColumn'].map((name) => [
      name,
      { type: 'integer', minimum: 1 },
    ]),
  ),
};
const artifactLocation = {
  type: 'object',
  required: ['uri'],
  additionalProperties: false,
  properties: { uri: { type: 'string', pattern: '^[A-Za-z0-9._~:/@!$&()*+;=%-]+$' } },
};
const location = {
  type: 'object',
  required: ['physicalLocation'],
  additionalProperties: false,
  properties: {
    id: { type: 'integer', minimum: 0 },
    physicalLocation: {
      type: 'object',
      required: ['artifactLocation'],
      additionalProperties: false,
      properties: { artifactLocation, region },
    },
    logicalLocations: {
      type: 'array',
      uniqueItems: true,
      items: {
        type: 'object',
        required: ['fullyQualifiedName'],
        additionalProperties: false,
        properties: { fullyQualifiedName: text },
      },
    },
    message,
  },
};
const level = { enum: ['none', 'note', 'warning', 'error'] };
const rule = {
  type: 'object',
  required: ['id'],
  additionalProperties: false,
  properties: {
    id: text,
    name: text,
    shortDescription: message,
    fullDescription: message,
    help: {
      type: 'object',
      required: ['text'],
      additionalProperties: false,
      properties: { text, markdown: text },
    },
    defaultConfiguration: { type: 'object', additionalProperties: false, properties: { level } },
  },
};
const result = {
  type: 'object',
  required: ['message'],
  additionalProperties: false,
  properties: {
    ruleId: text,
    ruleIndex: { type: 'integer', minimum: -1 },
    level,
    message,
    locations: { type: 'array', items: location },
    relatedLocations: { type: 'array', uniqueItems: true, items: location },
    partialFingerprints: { type: 'object', additionalProperties: { type: 'string' } },
    fixes: {
      type: 'array',
      uniqueItems: true,
      items: {
        type: 'object',
        required: ['artifactChanges'],
        additionalProperties: false,
        properties: {
          description: message,
          artifactChanges: {
            type: 'array',
            minItems: 1,
            items: {
              type: 'object',
              required: ['artifactLocation', 'replacements'],
              additionalProperties: false,
              properties: {
                artifactLocation,
                replacements: {
                  type: 'array',
                  minItems: 1,
                  items: {
                    type: 'object',
                    required: ['deletedRegion'],
                    additionalProperties: false,
                    properties: { deletedRegion: region, insertedContent: message },
                  },
                },
              },
            },
          },
        },
      },
    },
    properties: { type: 'object' },
  },
};

export const sarifSchema = {
  type: 'object',
  required: ['version', 'runs'],
  additionalProperties: false,
  properties: {
    $schema: { type: 'string' },
    version: { const: '2.1.0' },
    runs: {
      type: 'array',
      items: {
        type: 'object',
        required: ['tool'],
        additionalProperties: false,
        properties: {
          tool: {
            type: 'object',
            required: ['driver'],
            additionalProperties: false,
            properties: {
              driver: {
                type: 'object',
                required: ['name'],
                additionalProperties: false,
                properties: {
                  name: text,
                  version: text,
                  semanticVersion: { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+' },
                  rules: { type: 'array', uniqueItems: true, items: rule },
                },
              },
            },
          },
          columnKind: { enum: ['utf16CodeUnits', 'unicodeCodePoints'] },
          results: { type: 'array', items: result },
        },
      },
    },
  },
};
