-- Code lenses in Neovim, without a screen: as they are, and with the lines that CFGTOOL_LINES holds.
local answers = {}
local path = vim.env.CFGTOOL_FILE
local command = vim.fn.json_decode(vim.env.CFGTOOL_COMMAND)

local messages = {}
vim.lsp.handlers['window/showMessage'] = function(_, result) table.insert(messages, result.message) end

-- In a buffer of its own: Neovim keeps the lenses of a client that was stopped, and waits for its answers, with theirs.
local function started(options)
  local before = vim.api.nvim_get_current_buf()
  vim.cmd('enew!')
  vim.api.nvim_buf_delete(before, { force = true })
  vim.cmd('edit ' .. vim.fn.fnameescape(path))
  local buffer = vim.api.nvim_get_current_buf()
  local client = vim.lsp.start_client({ name = 'cfgtool', cmd = command, init_options = options })
  vim.lsp.buf_attach_client(buffer, client)
  assert(vim.wait(60000, function()
    local known = vim.lsp.get_client_by_id(client)
    return known ~= nil and known.initialized and vim.lsp.buf_is_attached(buffer, client)
  end, 20), 'the server did not start')
  vim.lsp.codelens.refresh()
  assert(vim.wait(60000, function()
    local lenses = vim.lsp.codelens.get(buffer)
    return #lenses > 0 and #vim.tbl_filter(function(lens) return lens.command == nil end, lenses) == 0
  end, 20), 'no lenses appeared')
  return buffer, client
end

-- Runs the lens with a title on the line that has a text.
local function run(buffer, text, title)
  vim.ui.select = function(items, options, choose)
    for index, item in ipairs(items) do
      if options.format_item(item):find(title, 1, true) then return choose(item, index) end
    end
    error('no lens ' .. title)
  end
  for number, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, false)) do
    if line:find(text, 1, true) then vim.api.nvim_win_set_cursor(0, { number, 0 }) end
  end
  vim.lsp.codelens.run()
end

local buffer, client = started({})
answers.titles = vim.tbl_map(function(lens) return lens.command.title end, vim.lsp.codelens.get(buffer))
run(buffer, 'prefix: /late', 'trace')
assert(vim.wait(60000, function() return #messages == 1 end, 20), 'no trace came')
run(buffer, 'prefix: / }', 'tests')
assert(vim.wait(60000, function() return #messages == 2 end, 20), 'no places came')
answers.messages = messages
vim.lsp.stop_client(client)
assert(vim.wait(60000, function() return vim.lsp.get_client_by_id(client) == nil end, 20))

messages = {}
loadstring(vim.env.CFGTOOL_LINES)()
buffer = started({ answers = true })
local window = vim.api.nvim_get_current_win()
vim.ui.input = function(options, go)
  answers.example = options.default
  go('shop.test/typed')
end
run(buffer, 'prefix: /late', 'trace')
assert(vim.wait(60000, function() return vim.api.nvim_get_current_buf() ~= buffer end, 20), 'no buffer came')
answers.buffer = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
vim.api.nvim_set_current_win(window)
run(buffer, 'prefix: / }', 'tests')
answers.quickfix = vim.tbl_map(function(item) return item.lnum end, vim.fn.getqflist())
answers.after = #messages

local file = assert(io.open(vim.env.CFGTOOL_ANSWERS, 'w'))
file:write(vim.fn.json_encode(answers))
file:close()
vim.cmd('qall!')
