-- What somebody does in Neovim, without a screen: answers go to the file that CFGTOOL_ANSWERS names, as JSON.
local answers = {}
local uri_path = vim.env.CFGTOOL_FILE
local command = vim.fn.json_decode(vim.env.CFGTOOL_COMMAND)

vim.cmd('edit ' .. vim.fn.fnameescape(uri_path))
local buffer = vim.api.nvim_get_current_buf()
local client = vim.lsp.start_client({ name = 'cfgtool', cmd = command, root_dir = vim.fn.fnamemodify(uri_path, ':h') })
vim.lsp.buf_attach_client(buffer, client)
assert(vim.wait(60000, function()
  return vim.lsp.buf_is_attached(buffer, client) and vim.lsp.get_client_by_id(client) ~= nil and vim.lsp.get_client_by_id(client).initialized
end, 20), 'the server did not start')

local function found()
  local codes = {}
  for _, each in ipairs(vim.diagnostic.get(buffer)) do
    table.insert(codes, each.code or (each.user_data and each.user_data.lsp and each.user_data.lsp.code) or each.source)
  end
  table.sort(codes)
  return codes
end

local function has(code)
  return vim.tbl_contains(found(), code)
end

local function line_of(text)
  for number, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, false)) do
    local column = line:find(text, 1, true)
    if column then return number - 1, column - 1 end
  end
  error('no line has ' .. text)
end

local function asked(method, text, more, shift)
  local line, column = line_of(text)
  local parameters = vim.tbl_extend('force', {
    textDocument = vim.lsp.util.make_text_document_params(buffer),
    position = { line = line, character = column + (shift or 1) },
  }, more or {})
  local result = vim.lsp.buf_request_sync(buffer, method, parameters, 60000)
  assert(result and result[client], method .. ' was not answered')
  return result[client].result
end

local function text()
  return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n')
end

-- Findings appear, and go as the text is fixed.
assert(vim.wait(60000, function() return has('shadowed-route') end, 20), 'no findings appeared')
answers.found = found()
local line = line_of('prefix: /late')
vim.api.nvim_buf_set_lines(buffer, line, line + 2, false, {})
assert(vim.wait(60000, function() return not has('shadowed-route') end, 20), 'the finding stayed')
answers.fixed = found()

-- Completion in a half-written route.
vim.api.nvim_buf_set_lines(buffer, line, line, false, { '              - match: { prefix: /new }', '                route:', '                  clus' })
answers.completion = vim.tbl_map(function(item) return item.label end, asked('textDocument/completion', '                  clus', nil, 22))
vim.api.nvim_buf_set_lines(buffer, line + 2, line + 3, false, { '                  cluster: shop' })

answers.hover = asked('textDocument/hover', 'connect_timeout').contents.value
answers.definition = asked('textDocument/definition', 'cluster: shop', nil, 10)[1].range.start.line

-- Renaming, applied by the editor.
local edit = asked('textDocument/rename', 'cluster: shop', { newName = 'store' }, 10)
vim.lsp.util.apply_workspace_edit(edit, 'utf-16')
answers.renamed = text()

-- Actions: a migration, and the lift.
local function act(title, at)
  local row = line_of(at)
  local range = { start = { line = row, character = 0 }, ['end'] = { line = row, character = 0 } }
  local actions = asked('textDocument/codeAction', at, { range = range, context = { diagnostics = {} } })
  for _, action in ipairs(actions) do
    if action.title == title then
      if not action.edit then
        action = vim.lsp.buf_request_sync(buffer, 'codeAction/resolve', action, 60000)[client].result
      end
      vim.lsp.util.apply_workspace_edit(action.edit, 'utf-16')
      return
    end
  end
  error('no action ' .. title)
end
assert(vim.wait(60000, function() return has('deprecated-field') end, 20), 'no deprecated field was found')
act('Convert to the current form', 'hosts: [')
answers.migrated = text()
act('Lift the file to version 3 of the API', 'static_resources')
answers.lifted = text()

local file = assert(io.open(vim.env.CFGTOOL_ANSWERS, 'w'))
file:write(vim.fn.json_encode(answers))
file:close()
vim.lsp.stop_client(client)
vim.cmd('qall!')
