-- Two files that are one configuration, in Neovim without a screen: a name is changed in both, and what is seen is kept.
local answers = {}
local command = vim.fn.json_decode(vim.env.CFGTOOL_COMMAND)
local paths = vim.fn.json_decode(vim.env.CFGTOOL_FILES)

vim.o.columns, vim.o.lines = 118, 18
vim.o.number, vim.o.wrap, vim.o.showmode, vim.o.ruler = true, false, false, false

local client, buffers = nil, {}
for _, path in ipairs(paths) do
  vim.cmd('edit ' .. vim.fn.fnameescape(path))
  local buffer = vim.api.nvim_get_current_buf()
  client = client or vim.lsp.start_client({ name = 'cfgtool', cmd = command, root_dir = vim.fn.fnamemodify(path, ':h') })
  vim.lsp.buf_attach_client(buffer, client)
  table.insert(buffers, buffer)
end
vim.o.hidden = true

local function text(buffer)
  return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n')
end

local function place_of(buffer, wanted)
  for number, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, false)) do
    local column = line:find(wanted, 1, true)
    if column then return number - 1, column - 1 end
  end
  error('no line has ' .. wanted)
end

-- The routes are in the second file, where the findings of both as one configuration show.
assert(vim.wait(60000, function() return #vim.diagnostic.get(buffers[2]) > 0 end, 20), 'no findings appeared')
vim.wait(500)
vim.cmd('redraw!')
local rows = {}
for row = 1, #vim.api.nvim_buf_get_lines(buffers[2], 0, -1, false) do
  local cells = {}
  for column = 1, vim.o.columns do table.insert(cells, vim.fn.screenstring(row, column)) end
  local line = table.concat(cells):gsub('%s+$', '')
  table.insert(rows, line)
end
answers.screen = table.concat(rows, '\n')

local line, column = place_of(buffers[2], 'cluster: cart')
local result = vim.lsp.buf_request_sync(buffers[2], 'textDocument/rename', {
  textDocument = vim.lsp.util.make_text_document_params(buffers[2]),
  position = { line = line, character = column + 10 },
  newName = 'basket',
}, 60000)
vim.lsp.util.apply_workspace_edit(result[client].result, 'utf-16')
answers.clusters, answers.routes = text(buffers[1]), text(buffers[2])

local file = assert(io.open(vim.env.CFGTOOL_ANSWERS, 'w'))
file:write(vim.fn.json_encode(answers))
file:close()
vim.lsp.stop_client(client)
vim.cmd('qall!')
